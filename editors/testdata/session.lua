-- Runs a session in Neovim, and prints its transcript. It uses the configuration in ../neovim and the commands of the
-- default key bindings.
local out = io.open(vim.env.TRANSCRIPT, "w")
out:setvbuf("line")
local root = vim.fn.getcwd()
local failed = false

local function print_lines(text, indent)
  text = text:gsub(vim.pesc(root .. "/"), ""):gsub(vim.pesc(root), ".")
  for _, line in ipairs(vim.split(text, "\n")) do
    out:write((indent or "") .. line .. "\n")
  end
end

local function wait(what, condition)
  if not vim.wait(8000, condition, 20) then
    failed = true
    print_lines("timeout: " .. what)
  end
end

local function step(title, run)
  print_lines("== " .. title)
  local ok, err = xpcall(run, debug.traceback)
  if not ok then
    failed = true
    print_lines("error: " .. err)
  end
end

local function edit(file)
  if vim.fn.expand("%:.") ~= file then vim.cmd.edit(file) end
  wait("attached", function() return #vim.lsp.get_clients({ bufnr = 0, name = "skilllint" }) > 0 end)
end

-- seek moves the cursor to the first occurrence of a text, plus an offset.
local function seek(text, offset)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search("\\V" .. vim.fn.escape(text, "\\"), "cW") > 0, "no " .. text)
  vim.fn.cursor(vim.fn.line("."), vim.fn.col(".") + (offset or 0))
end

local function diagnostics()
  local list = vim.diagnostic.get(0)
  table.sort(list, function(a, b) return a.lnum < b.lnum or a.lnum == b.lnum and a.col < b.col end)
  for _, d in ipairs(list) do
    local text = vim.api.nvim_buf_get_text(0, d.lnum, d.col, d.end_lnum, d.end_col, {})[1]
    print_lines(("%d:%d %s %s %q"):format(d.lnum + 1, d.col + 1, vim.diagnostic.severity[d.severity], d.code, text), "  ")
    print_lines(d.message, "    ")
  end
end

local function has(code)
  for _, d in ipairs(vim.diagnostic.get(0)) do
    if d.code == code then return true end
  end
  return false
end

local function cursor_line()
  print_lines(("%s:%d:%d: %s"):format(vim.fn.expand("%:."), vim.fn.line("."), vim.fn.col("."), vim.fn.getline(".")), "  ")
end

-- act applies the code action whose title contains a text.
local function act(title, only)
  local before = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.lsp.buf.code_action({
    apply = true,
    context = only and { only = { only }, diagnostics = {} } or nil,
    filter = function(a) return a.title:find(title, 1, true) ~= nil end,
  })
  wait("action " .. title, function() return not vim.deep_equal(before, vim.api.nvim_buf_get_lines(0, 0, -1, false)) end)
  print_lines(vim.diff(table.concat(before, "\n") .. "\n", table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n", { ctxlen = 0 }), "  ")
end

local deploy, notes, shipper = ".claude/skills/deploy/SKILL.md", ".claude/skills/release-notes/SKILL.md", ".claude/agents/shipper.md"

step("diagnostics", function()
  edit(deploy)
  wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
  print_lines("encoding " .. vim.lsp.get_clients({ bufnr = 0 })[1].offset_encoding .. ", root " .. vim.lsp.get_clients({ bufnr = 0 })[1].config.root_dir)
  diagnostics()
end)

step("a change that is not saved", function()
  seek("Grepp", 4)
  vim.cmd("normal! x")
  wait("no finding", function() return not has("frontmatter/tool") end)
  diagnostics()
end)

step("code action", function()
  seek("references/step.md", 3)
  act("steps.md")
  wait("no finding", function() return not has("links/broken") end)
end)

step("suppress", function()
  seek("lisense", 1)
  act("with a reason")
  wait("no finding", function() return not has("frontmatter/unknown-field") end)
end)

step("fix all", function()
  edit(notes)
  wait("diagnostics", function() return has("links/backslash") end)
  act("", "source.fixAll")
  wait("no finding", function() return not has("links/backslash") end)
  diagnostics()
end)

step("hover", function()
  edit(deploy)
  for _, at in ipairs({ { "allowed-tools", 2 }, { "Deploy 🚀", 2 }, { "#limits", 2 } }) do
    seek(at[1], at[2])
    vim.lsp.buf.hover()
    local window
    wait("hover of " .. at[1], function()
      window = vim.b.lsp_floating_preview
      return window ~= nil and vim.api.nvim_win_is_valid(window)
    end)
    print_lines(at[1], "  ")
    if window and vim.api.nvim_win_is_valid(window) then
      print_lines(table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n"), "  | ")
      vim.api.nvim_win_close(window, true)
    end
  end
end)

step("completion", function()
  seek("At most")
  vim.cmd("normal! OSee [it](ref")
  vim.cmd("startinsert!")
  local found = {}
  for _, r in pairs(vim.lsp.buf_request_sync(0, "textDocument/completion", {
    textDocument = vim.lsp.util.make_text_document_params(0),
    position = { line = vim.fn.line(".") - 1, character = #vim.fn.getline(".") },
    context = { triggerKind = 1 },
  }, 5000) or {}) do
    for _, i in ipairs((r.result or {}).items or r.result or {}) do table.insert(found, i.label) end
  end
  print_lines(table.concat(found, "\n"), "  ")
  vim.cmd("stopinsert")
  vim.cmd("normal! dd")
end)

step("definition", function()
  for _, at in ipairs({ { deploy, "](#limits", 4 }, { deploy, "references/steps.md", 3 }, { shipper, "release-notes", 3 } }) do
    edit(at[1])
    seek(at[2], at[3])
    local from = { vim.api.nvim_get_current_buf(), vim.fn.line(".") }
    vim.lsp.buf.definition()
    wait("definition of " .. at[2], function() return not vim.deep_equal(from, { vim.api.nvim_get_current_buf(), vim.fn.line(".") }) end)
    cursor_line()
  end
end)

local function quickfix(run)
  vim.fn.setqflist({}, "r")
  run()
  wait("list", function() return #vim.fn.getqflist() > 0 end)
  for _, i in ipairs(vim.fn.getqflist()) do
    print_lines(("%s:%d:%d: %s"):format(vim.fn.fnamemodify(vim.fn.bufname(i.bufnr), ":."), i.lnum, i.col, i.text), "  ")
  end
  vim.cmd.cclose()
end

step("references", function()
  edit(deploy)
  seek("## Limits", 4)
  quickfix(function() vim.lsp.buf.references({ includeDeclaration = true }) end)
end)

step("symbols", function()
  edit(deploy)
  local list
  vim.lsp.buf.document_symbol({ on_list = function(l) list = l.items end })
  wait("symbols", function() return list ~= nil end)
  for _, i in ipairs(list or {}) do print_lines(("%d:%d %s"):format(i.lnum, i.col, i.text), "  ") end
end)

step("rename a heading", function()
  edit(deploy)
  seek("## Limits", 4)
  vim.lsp.buf.rename("Bounds of 🚀")
  wait("rename", function() return vim.fn.search("## Bounds", "nw") > 0 end)
  for _, b in ipairs(vim.api.nvim_list_bufs()) do
    for n, line in ipairs(vim.api.nvim_buf_get_lines(b, 0, -1, false)) do
      if line:lower():find("bounds") then print_lines(("%s:%d: %s"):format(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(b), ":."), n, line), "  ") end
    end
  end
  vim.cmd("silent! wall")
  vim.wait(300) -- until the changes of all buffers are sent
end)

step("rename a skill", function()
  edit(deploy)
  seek("name: deploy", 8)
  vim.lsp.buf.rename("ship")
  wait("rename", function() return vim.fn.filereadable(".claude/skills/ship/SKILL.md") == 1 end)
  vim.cmd("silent! wall")
  print_lines(vim.fn.system("grep -rnE 'ship\\b' .claude | sort"), "  ")
end)

if vim.lsp.inlay_hint and vim.lsp.inlay_hint.enable then
  step("inlay hints", function()
    edit(notes)
    local client = vim.lsp.get_clients({ name = "skilllint" })[1]
    client.settings = { skilllint = { inlayHints = true } }
    client:notify("workspace/didChangeConfiguration", { settings = client.settings })
    vim.lsp.inlay_hint.enable(true)
    wait("hints", function() return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0 end)
    for _, h in ipairs(vim.lsp.inlay_hint.get({ bufnr = 0 })) do
      print_lines(("%d %s"):format(h.inlay_hint.position.line + 1, type(h.inlay_hint.label) == "string" and h.inlay_hint.label or h.inlay_hint.label[1].value), "  ")
    end
  end)
end

out:close()
vim.cmd(failed and "cquit!" or "quitall!")
