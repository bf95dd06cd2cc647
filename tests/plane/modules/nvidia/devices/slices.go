package main

import (
	"fmt"
	"os"

	"github.com/NVIDIA/go-nvml/pkg/nvml"
	"github.com/NVIDIA/mig-parted/cmd/nvidia-mig-parted/assert"
	"github.com/NVIDIA/mig-parted/pkg/mig/config"
	"github.com/NVIDIA/mig-parted/pkg/types"
)

// knownModel is the one model whose combinations of slices mig-parted knows.
const knownModel = "A100-SXM4-40GB"

// slicesOf gives the slices of each accelerator as mig-parted reads the node's layout; none without a layout.
func slicesOf(n node) ([]map[string]int, error) {
	slices := make([]map[string]int, n.GPUs)
	if n.MigConfig == "" {
		return slices, nil
	}
	path, err := written(n.MigConfig)
	if err != nil {
		return nil, err
	}
	defer os.Remove(path)
	flags := &assert.Flags{ConfigFile: path, SelectedConfig: n.MigLayout}
	spec, err := assert.ParseConfigFile(flags)
	if err != nil {
		return nil, err
	}
	layout, err := assert.GetSelectedMigConfig(flags, spec)
	if err != nil {
		return nil, err
	}
	var model types.DeviceID
	if n.Model == knownModel {
		model = config.A100_SXM4_40GB
	}
	for _, part := range layout {
		for i := range slices {
			if !part.MatchesDeviceFilter(model) || !part.MatchesDevices(i) {
				continue
			}
			slices[i] = nil
			if part.MigEnabled {
				slices[i] = part.MigDevices
			}
		}
	}
	for i, found := range slices {
		if err := possible(n, model, found); err != nil {
			return nil, fmt.Errorf("accelerator %d: %w", i, err)
		}
	}
	return slices, nil
}

// possible says why an accelerator cannot be cut so: a combination that mig-parted does not hold possible, where it
// knows the model, or a profile that an accelerator of so much memory lacks or has less often.
func possible(n node, model types.DeviceID, slices types.MigConfig) error {
	if model == config.A100_SXM4_40GB && slices != nil {
		if err := config.NewA100_SXM4_40GB_MigConfigGroup().AssertValidConfiguration(slices); err != nil {
			return err
		}
	}
	if n.Gibibytes == 0 {
		return nil
	}
	library := newLibrary(n)
	for profile, count := range slices {
		parsed, err := library.devices.ParseMigProfile(profile)
		if err != nil {
			return fmt.Errorf("%s: %w", profile, err)
		}
		device, _ := library.nvml.DeviceGetHandleByIndex(0)
		info, code := device.GetGpuInstanceProfileInfo(parsed.GetInfo().GIProfileID)
		if code != nvml.SUCCESS {
			return fmt.Errorf("%s: %w", profile, code)
		}
		if count > int(info.InstanceCount) {
			return fmt.Errorf("%s fits %d times, not %d", profile, info.InstanceCount, count)
		}
	}
	return nil
}
