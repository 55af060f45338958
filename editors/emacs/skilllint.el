;; Emacs 29 or later, or eglot from GNU ELPA: add to ~/.emacs.d/init.el.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((markdown-mode gfm-mode) . ("skilllint" "lsp"))))
(add-hook 'markdown-mode-hook #'eglot-ensure)
