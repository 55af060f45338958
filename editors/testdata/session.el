;; Runs a session in Emacs, and writes its transcript. The configuration is ../emacs/skilllint.el.
(require 'eglot)
(require 'flymake)
(require 'xref)
(require 'imenu)
(require 'markdown-mode)

(defvar transcript nil)
(defvar failed nil)
(defvar root (expand-file-name default-directory))

(defun out (indent text)
  (setq text (replace-regexp-in-string (regexp-quote root) "" (substring-no-properties text)))
  (dolist (line (split-string text "\n"))
    (push (string-trim-right (concat indent line)) transcript)))

(defun wait (what condition)
  (let ((end (+ (float-time) 8)) (result nil))
    (while (and (not (setq result (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.02)
      (sit-for 0))
    (unless result (setq failed t) (out "" (concat "timeout: " what)))
    result))

(defmacro step (title &rest body)
  `(progn
     (out "" (concat "== " ,title))
     (condition-case err (progn ,@body)
       (error (setq failed t) (out "" (format "error: %S" err))))))

(defun open (file)
  (switch-to-buffer (find-file-noselect (expand-file-name file root)))
  (run-hooks (quote post-command-hook)) ; like the command loop, for eglot-ensure
  (unless (eglot-current-server)
    (wait "connected" #'eglot-current-server))
  (eglot--signal-textDocument/didChange))

(defun seek (text &optional offset)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) (or offset 0))))

(defun found ()
  (sort (flymake-diagnostics) (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b)))))

(defun has (text)
  (seq-find (lambda (d) (string-search text (flymake-diagnostic-text d))) (found)))

(defun diagnostics ()
  (dolist (d (found))
    (out "  " (format "%d %s %S" (line-number-at-pos (flymake-diagnostic-beg d)) (flymake-diagnostic-type d)
                      (car (split-string (buffer-substring-no-properties (flymake-diagnostic-beg d) (flymake-diagnostic-end d)) "\n"))))
    (out "    " (flymake-diagnostic-text d))))

(defun here ()
  (out "  " (format "%s:%d: %s" (buffer-file-name) (line-number-at-pos) (buffer-substring-no-properties (pos-bol) (pos-eol)))))

;; act applies the code action whose title contains a text, as a choice in the menu does.
(defun act (title beg end &optional kind)
  (let* ((actions (eglot-code-actions beg end kind nil))
         (action (seq-find (lambda (a) (string-search title (plist-get a :title))) actions))
         (before (buffer-string)))
    (unless action (error "No action %s in %S" title (mapcar (lambda (a) (plist-get a :title)) actions)))
    (out "  " (plist-get action :title))
    (let ((eglot-confirm-server-edits nil))
      (eglot-execute (eglot--current-server-or-lose) action))
    (eglot--signal-textDocument/didChange) ; as an idle timer does
    (wait "edit" (lambda () (not (equal before (buffer-string)))))))

(defvar deploy ".claude/skills/deploy/SKILL.md")
(defvar notes ".claude/skills/release-notes/SKILL.md")
(defvar shipper ".claude/agents/shipper.md")
(setq eglot-confirm-server-edits nil eglot-sync-connect t eglot-autoshutdown nil)

(step "diagnostics"
  (open deploy)
  (flymake-start)
  (wait "diagnostics" (lambda () (has "Grepp")))
  (diagnostics))

(step "a change that is not saved"
  (seek "Grepp" 4)
  (delete-char 1)
  (eglot--signal-textDocument/didChange)
  (wait "no finding" (lambda () (not (has "Grepp"))))
  (diagnostics))

(step "code action"
  (seek "references/step.md" 3)
  (act "steps.md" (point) (point))
  (wait "no finding" (lambda () (not (has "broken link"))))
  (here))

(step "suppress"
  (seek "lisense" 1)
  (act "with a reason" (point) (point))
  (wait "no finding" (lambda () (not (has "lisense"))))
  (out "  " (buffer-substring-no-properties (point-min) (progn (seek "# Deploy") (point)))))

(step "fix all"
  (open notes)
  (flymake-start)
  (wait "diagnostics" (lambda () (has "backslash")))
  (act "" (point-min) (point-max) "source.fixAll")
  (wait "no finding" (lambda () (not (has "backslash"))))
  (diagnostics))

(step "hover"
  (open deploy)
  (dolist (at '(("allowed-tools" 2) ("Deploy 🚀" 2)))
    (seek (car at) (cadr at))
    (let (text)
      (eglot-hover-eldoc-function (lambda (s &rest _) (setq text s)))
      (wait "hover" (lambda () text))
      (out "  " (car at))
      (out "  | " (or text "")))))

(step "completion"
  (seek "At most")
  (insert "See [it](ref\n")
  (backward-char)
  (eglot--signal-textDocument/didChange)
  (completion-at-point)
  (here)
  (delete-region (pos-bol) (1+ (pos-eol))))

(step "definition"
  (dolist (at (list (list deploy "](#limits" 4) (list deploy "references/steps.md" 3) (list shipper "release-notes" 3)))
    (open (nth 0 at))
    (seek (nth 1 at) (nth 2 at))
    (eglot--signal-textDocument/didChange)
    (dolist (x (xref-backend-definitions 'eglot "x"))
      (out "  " (format "%s:%d: %s" (xref-location-group (xref-item-location x)) (xref-location-line (xref-item-location x)) (xref-item-summary x))))))

(step "references"
  (open deploy)
  (seek "## Limits" 4)
  (dolist (x (xref-backend-references 'eglot "x"))
    (out "  " (format "%s:%d: %s" (xref-location-group (xref-item-location x)) (xref-location-line (xref-item-location x)) (xref-item-summary x)))))

(step "symbols"
  (cl-labels ((walk (list indent)
                (dolist (i list)
                  (out indent (car i))
                  (when (consp (cdr-safe i)) (if (listp (cdr i)) (walk (cdr i) (concat indent "  ")))))))
    (walk (eglot-imenu) "  ")))

(step "rename a heading"
  (open deploy)
  (seek "## Limits" 4)
  (eglot-rename "Bounds of 🚀")
  (dolist (b (buffer-list))
    (with-current-buffer b
      (when buffer-file-name
        (save-excursion
          (goto-char (point-min))
          (while (re-search-forward "[Bb]ounds" nil t)
            (here)
            (forward-line 1)))))))

(step "rename a skill"
  (save-some-buffers t)
  (open deploy)
  (seek "name: deploy" 8)
  ;; eglot of Emacs 30 applies no edits that rename files.
  (condition-case err (eglot-rename "ship")
    (jsonrpc-error (out "  " (alist-get 'jsonrpc-error-message (cddr err))))))

(let ((coding-system-for-write 'utf-8))
  (write-region (mapconcat (lambda (l) (concat l "\n")) (reverse transcript) "") nil (getenv "TRANSCRIPT") nil 'quiet))
(kill-emacs (if failed 1 0))
