package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/tokenizer"
)

// o200kSum is the SHA-256 of o200k_base.tiktoken, which OpenAI's tokenizer also checks.
const o200kSum = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"

// writeRanks converts a vocabulary file for package tokenizer. Each line has a token in base64 and its rank. The file is
// in the npm package gpt-tokenizer (data/o200k_base.tiktoken) and in the Go module
// github.com/pkoukk/tiktoken-go-loader (assets).
func writeRanks(root, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != o200kSum {
		return fmt.Errorf("%s is not o200k_base.tiktoken: its SHA-256 is %x, not %s", file, sum, o200kSum)
	}
	texts, ranks, err := readVocabulary(data)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	packed, err := pack(texts, ranks)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(filepath.Join(root, "internal", "tokenizer", "o200k.bin"), packed, 0o644)
}

func readVocabulary(data []byte) (texts []string, ranks map[string]int, err error) {
	ranks = map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		encoded, number, _ := strings.Cut(lines.Text(), " ")
		text, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return nil, nil, err
		}
		if rank, err := strconv.Atoi(number); err != nil || rank != len(texts) {
			return nil, nil, fmt.Errorf("rank %q, expected %d", number, len(texts))
		}
		ranks[string(text)] = len(texts)
		texts = append(texts, string(text))
	}
	return texts, ranks, lines.Err()
}

// pack returns the table of the tokens for package tokenizer.
func pack(texts []string, ranks map[string]int) ([]byte, error) {
	const single = 256
	var first []byte
	var pairs []tokenizer.Pair
	for rank, text := range texts {
		if rank < single {
			if len(text) != 1 {
				return nil, fmt.Errorf("token %d has %d bytes, not one", rank, len(text))
			}
			first = append(first, text[0])
			continue
		}
		left, right, err := parts(text, rank, ranks)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, tokenizer.Pair{Left: uint32(left), Right: uint32(right)})
	}
	return tokenizer.Pack(first, pairs)
}

// parts returns the two tokens that a token is merged from: the rest of its bytes after all merges of lower rank.
func parts(text string, rank int, ranks map[string]int) (left, right int, err error) {
	var pieces []string
	for i := range len(text) {
		pieces = append(pieces, text[i:i+1])
	}
	for len(pieces) > 2 {
		best, at := rank, -1
		for i := range len(pieces) - 1 {
			if r, ok := ranks[pieces[i]+pieces[i+1]]; ok && r < best {
				best, at = r, i
			}
		}
		if at < 0 {
			break
		}
		pieces[at] += pieces[at+1]
		pieces = append(pieces[:at+1], pieces[at+2:]...)
	}
	if len(pieces) != 2 {
		return 0, 0, fmt.Errorf("token %d is not merged from two tokens: %q", rank, pieces)
	}
	left, right = ranks[pieces[0]], ranks[pieces[1]]
	if left >= rank || right >= rank {
		return 0, 0, fmt.Errorf("token %d is merged from later tokens: %d and %d", rank, left, right)
	}
	return left, right, nil
}
