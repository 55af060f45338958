package examples

import (
	"archive/zip"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A hub emulates the parts of GitHub's API that the examples use, for the real gh.
type hub struct {
	*httptest.Server
	t           *testing.T
	certificate string // for SSL_CERT_FILE
	mutex       sync.Mutex
	comments    []comment
	commit      string            // checked commit
	branch      string            // of pull request 5
	head        string            // head commit of pull request 5
	listed      string            // its head commit when pull requests were listed
	record      string            // has the artifact of run 1
	uploads     []json.RawMessage // uploads to code scanning
	requests    []string
}

type comment struct {
	ID   int    `json:"id"`
	Body string `json:"body"`
	User struct {
		Login string `json:"login"`
	} `json:"user"`
}

func newComment(id int, login, body string) comment {
	c := comment{ID: id, Body: body}
	c.User.Login = login
	return c
}

func newHub(t *testing.T) *hub {
	t.Helper()
	h := &hub{t: t, certificate: filepath.Join(t.TempDir(), "certificate.pem")}
	mux := http.NewServeMux()
	const api = "/api/v3/repos/o/r"
	mux.HandleFunc("GET "+api+"/issues/5/comments", h.list)
	mux.HandleFunc("POST "+api+"/issues/5/comments", h.add)
	mux.HandleFunc("PATCH "+api+"/issues/comments/{id}", h.edit)
	mux.HandleFunc("GET "+api+"/pulls/5", func(w http.ResponseWriter, _ *http.Request) {
		h.respond(w, map[string]any{"number": 5, "head": map[string]any{"sha": h.head}})
	})
	mux.HandleFunc("GET "+api+"/pulls", func(w http.ResponseWriter, r *http.Request) {
		found := []any{}
		if q := r.URL.Query(); q.Get("state") == "open" && q.Get("head") == h.branch {
			found = append(found, map[string]any{"number": 4, "head": map[string]any{"sha": strings.Repeat("4", 40)}, "base": map[string]any{"ref": "main"}},
				map[string]any{"number": 5, "head": map[string]any{"sha": h.listed}, "base": map[string]any{"ref": "main"}})
		}
		h.respond(w, found)
	})
	mux.HandleFunc("GET "+api+"/actions/runs/1/artifacts", func(w http.ResponseWriter, _ *http.Request) {
		h.respond(w, map[string]any{"total_count": 1, "artifacts": []any{
			map[string]any{"id": 9, "name": "skilllint-1", "archive_download_url": h.URL + api + "/actions/artifacts/9/zip"}}})
	})
	mux.HandleFunc("GET "+api+"/actions/artifacts/9/zip", func(w http.ResponseWriter, _ *http.Request) {
		archive := zip.NewWriter(w)
		if err := errors.Join(archive.AddFS(os.DirFS(filepath.Join(h.record, "artifact"))), archive.Close()); err != nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("POST "+api+"/code-scanning/sarifs", func(w http.ResponseWriter, r *http.Request) {
		var upload json.RawMessage
		h.decode(r, &upload)
		h.uploads = append(h.uploads, upload)
		h.respond(w, map[string]any{"id": "x"})
	})
	h.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mutex.Lock()
		defer h.mutex.Unlock()
		h.requests = append(h.requests, r.Method+" "+r.URL.Path)
		if r.Header.Get("Authorization") != "token secret" {
			http.Error(w, `{"message": "Bad credentials"}`, http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(h.Close)
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.Certificate().Raw})
	if err := os.WriteFile(h.certificate, certificate, 0o644); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *hub) respond(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		h.t.Error(err)
	}
}

func (h *hub) decode(r *http.Request, to any) {
	if err := json.NewDecoder(r.Body).Decode(to); err != nil {
		h.t.Errorf("%s: %v", r.URL, err)
	}
}

// list returns one comment per page.
func (h *hub) list(w http.ResponseWriter, r *http.Request) {
	page := 1
	_, _ = fmt.Sscan(r.URL.Query().Get("page"), &page)
	if page < len(h.comments) {
		w.Header().Set("Link", fmt.Sprintf(`<%s%s?per_page=100&page=%d>; rel="next"`, h.URL, r.URL.Path, page+1))
	}
	h.respond(w, append([]comment{}, h.comments[min(page-1, len(h.comments)):min(page, len(h.comments))]...))
}

func (h *hub) add(w http.ResponseWriter, r *http.Request) {
	c := newComment(100+len(h.comments), "github-actions[bot]", "")
	h.decode(r, &c)
	if len([]rune(c.Body)) > 65536 {
		http.Error(w, `{"message": "Body is too long"}`, http.StatusUnprocessableEntity)
		return
	}
	h.comments = append(h.comments, c)
	w.WriteHeader(http.StatusCreated)
	h.respond(w, c)
}

func (h *hub) edit(w http.ResponseWriter, r *http.Request) {
	i := slices.IndexFunc(h.comments, func(c comment) bool { return fmt.Sprint(c.ID) == r.PathValue("id") })
	if i < 0 {
		http.NotFound(w, r)
		return
	}
	h.decode(r, &h.comments[i])
	h.respond(w, h.comments[i])
}
