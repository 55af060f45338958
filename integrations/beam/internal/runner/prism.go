package runner

import (
	"context"
	"fmt"
	"net"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

// Prism starts Beam's Prism runner in this process and returns the address of its job service.
func Prism(ctx context.Context) (string, error) {
	free, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return "", err
	}
	port := free.Addr().(*net.TCPAddr).Port
	if err := free.Close(); err != nil {
		return "", err
	}
	if _, err := prism.CreateJobServer(ctx, prism.Options{Port: port}); err != nil {
		return "", err
	}
	return fmt.Sprintf("localhost:%d", port), nil
}
