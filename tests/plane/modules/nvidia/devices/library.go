package main

import (
	"github.com/NVIDIA/go-nvlib/pkg/nvlib/device"
	"github.com/NVIDIA/go-nvlib/pkg/nvlib/info"
	"github.com/NVIDIA/go-nvml/pkg/nvml"
	"github.com/NVIDIA/go-nvml/pkg/nvml/mock/dgxa100"
)

const gibibyte = 1 << 30

// library is what NVIDIA's code sees of a node, in place of a driver: the accelerators of NVIDIA's mock of a DGX A100
// under another name. Those that came after it are cut into the same slices, each with its share of more memory.
type library struct {
	nvml    *dgxa100.Server
	devices device.Interface
	info    info.Interface
}

func newLibrary(n node) library {
	fake := dgxa100.New()
	fake.DeviceGetCountFunc = func() (int, nvml.Return) { return n.GPUs, nvml.SUCCESS }
	accelerators := make([]nvml.Device, n.GPUs)
	for i := range accelerators {
		accelerators[i] = newAccelerator(n, i)
	}
	fake.DeviceGetHandleByIndexFunc = func(i int) (nvml.Device, nvml.Return) { return accelerators[i], nvml.SUCCESS }
	return library{nvml: fake, devices: device.New(fake), info: hasDriver{}}
}

func newAccelerator(n node, index int) nvml.Device {
	fake := dgxa100.NewDevice(index)
	fake.Name = "NVIDIA " + n.Model
	fake.GetMaxMigDeviceCountFunc = func() (int, nvml.Return) { return 0, nvml.SUCCESS }
	if n.Gibibytes == 0 {
		return fake
	}
	total := uint64(n.Gibibytes) * gibibyte
	profile, usual := fake.GetGpuInstanceProfileInfoFunc, fake.MemoryInfo.Total
	fake.GetGpuInstanceProfileInfoFunc = func(id int) (nvml.GpuInstanceProfileInfo, nvml.Return) {
		found, code := profile(id)
		found.MemorySizeMB = found.MemorySizeMB * total / usual
		return found, code
	}
	fake.MemoryInfo.Total = total
	return fake
}

// hasDriver says that NVIDIA's driver is there.
type hasDriver struct{ info.Interface }

func (hasDriver) HasNvml() (bool, string)        { return true, "" }
func (hasDriver) ResolvePlatform() info.Platform { return info.PlatformNVML }
