package setup

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/internal/term"
)

// A Step is something that init offers to do next.
type Step struct {
	Key, What string
	Run       func() error
}

// Offer asks which steps to run, until all are done or the answer is empty. It ends with the first error.
func Offer(in io.Reader, s *term.Streams, steps []Step) error {
	answers := bufio.NewReader(io.LimitReader(in, 1<<10))
	for len(steps) > 0 {
		fmt.Fprintln(s.Out, "\nWhat next?")
		for _, step := range steps {
			fmt.Fprintf(s.Out, "  %s      %s\n", step.Key, step.What)
		}
		fmt.Fprint(s.Out, "  Enter  nothing\n> ")
		if err := s.Out.Flush(); err != nil {
			return err
		}
		answer, err := answers.ReadString('\n')
		answer = strings.ToLower(strings.TrimSpace(answer))
		if answer == "" || err != nil && err != io.EOF {
			return nil
		}
		var left []Step
		for _, step := range steps {
			if step.Key != answer {
				left = append(left, step)
				continue
			}
			if err := step.Run(); err != nil {
				return err
			}
		}
		if len(left) == len(steps) {
			fmt.Fprintln(s.Out, "Answer with one of the letters.")
		}
		steps = left
	}
	return nil
}
