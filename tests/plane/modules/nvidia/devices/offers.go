package main

import (
	"fmt"
	"os"

	config "github.com/NVIDIA/k8s-device-plugin/api/config/v1"
	"github.com/NVIDIA/k8s-device-plugin/internal/rm"

	"github.com/urfave/cli/v2"
)

// offersOf gives what the device plugin would advertise: names and numbers are its own.
func offersOf(n node, slices []map[string]int) (map[string]int, error) {
	settings, err := settingsOf(n)
	if err != nil {
		return nil, err
	}
	library := newLibrary(n)
	if err := rm.AddDefaultResourcesToConfig(library.info, library.nvml, library.devices, settings); err != nil {
		return nil, err
	}
	offers := map[string]int{}
	if *settings.Flags.MigStrategy != config.MigStrategyNone && sliced(slices) {
		// The plugin looks for slices in /proc, where only a real node has them; here it gives their names alone.
		for i, profiles := range slices {
			if profiles == nil {
				return nil, fmt.Errorf("accelerator %d is whole, others are sliced", i)
			}
			for profile, count := range profiles {
				name, err := nameOf(profile, settings.Resources.MIGs)
				if err != nil {
					return nil, err
				}
				offers[name] += count
			}
		}
		return offers, nil
	}
	devices, err := rm.NewDeviceMap(library.info, library.devices, settings)
	if err != nil {
		return nil, err
	}
	for name, found := range devices {
		offers[string(name)] += len(found)
	}
	return offers, nil
}

// settingsOf reads the node's text as the plugin does at its start, with its flags, and drops what it ignores.
func settingsOf(n node) (*config.Config, error) {
	arguments := []string{"nvidia-device-plugin", "--mig-strategy", n.MigStrategy}
	if n.Plugin != "" {
		path, err := written(n.Plugin)
		if err != nil {
			return nil, err
		}
		defer os.Remove(path)
		arguments = append(arguments, "--config-file", path)
	}
	flags := []cli.Flag{&cli.StringFlag{Name: "mig-strategy"}, &cli.StringFlag{Name: "config-file"}}
	var settings *config.Config
	app := &cli.App{Flags: flags, Action: func(c *cli.Context) (err error) {
		settings, err = config.NewConfig(c, flags)
		return err
	}}
	if err := app.Run(arguments); err != nil {
		return nil, err
	}
	config.DisableResourceNamingInConfig(settings)
	return settings, nil
}

func sliced(slices []map[string]int) bool {
	for _, profiles := range slices {
		if profiles != nil {
			return true
		}
	}
	return false
}

func nameOf(profile string, resources []config.Resource) (string, error) {
	for _, resource := range resources {
		if resource.Pattern.Matches(profile) {
			return string(resource.Name), nil
		}
	}
	return "", fmt.Errorf("no resource is named for slices %s", profile)
}
