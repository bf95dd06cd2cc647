// Devices says what nodes with NVIDIA accelerators would offer, once they are set up as the given texts say.
// The texts are read by NVIDIA's own code: mig-parted, which its MIG manager runs, and the device plugin, which also
// counts. Only the accelerators are NVIDIA's mock of theirs. Nodes come as JSON on stdin, answers go to stdout.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/NVIDIA/mig-parted/pkg/types"
)

// node is a node, and the settings that its labels choose.
type node struct {
	Model       string `json:"model"`
	Gibibytes   int    `json:"gibibytes"` // memory of an accelerator; 0 where nobody says
	GPUs        int    `json:"gpus"`
	MigConfig   string `json:"migConfig"`   // text for the MIG manager; empty where it has none
	MigLayout   string `json:"migLayout"`   // the layout in it that the node chooses
	MigStrategy string `json:"migStrategy"` // `none`, `single` or `mixed`, as the device plugin is started
	Plugin      string `json:"plugin"`      // text for the device plugin; empty where it has none
}

// answer is what becomes of a node; only `error` is there where NVIDIA's code refuses a text.
type answer struct {
	Error  string           `json:"error,omitempty"`
	Slices []map[string]int `json:"slices,omitempty"` // of each accelerator: how many of which profile
	Offers map[string]int   `json:"offers,omitempty"` // by resource name, as the node would advertise
}

func main() {
	var nodes []node
	if err := json.NewDecoder(os.Stdin).Decode(&nodes); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	types.SetMockNVdevlib() // mig-parted asks an accelerator of the known model what profiles are
	answers := make([]answer, len(nodes))
	for i, one := range nodes {
		found, err := judge(one)
		if err != nil {
			found = answer{Error: err.Error()}
		}
		answers[i] = found
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func judge(n node) (answer, error) {
	slices, err := slicesOf(n)
	if err != nil {
		return answer{}, fmt.Errorf("mig-parted: %w", err)
	}
	offers, err := offersOf(n, slices)
	if err != nil {
		return answer{}, fmt.Errorf("device plugin: %w", err)
	}
	return answer{Slices: slices, Offers: offers}, nil
}

// written gives the path of a new file that holds the text; the caller removes it.
func written(text string) (string, error) {
	file, err := os.CreateTemp("", "tenantry-devices-")
	if err != nil {
		return "", err
	}
	defer file.Close()
	_, err = file.WriteString(text)
	return file.Name(), err
}
