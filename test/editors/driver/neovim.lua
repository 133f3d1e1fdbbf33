-- Types into a spec as a person does, with the YAML language server, and writes
-- what the menus offered and the buffer in the end to a file.
--
-- Neovim 0.7 is the oldest that has what this uses. Environment: MODULES has the
-- installed packages, STEPS is a JSON list of {line, type, take}, and OUTPUT is
-- the file to write.
local steps = vim.fn.json_decode(vim.env.STEPS)
local report = { menus = {} }

local function finish(problem)
  report.problem = problem
  report.buffer = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.fn.writefile({ vim.fn.json_encode(report) }, vim.env.OUTPUT)
  vim.cmd('qall!')
end

-- press types keys, of which some have names such as <C-n>.
local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), 'n', false)
end

-- later calls f once ready returns true, and gives up after a minute.
local function later(ready, f, what)
  local started = vim.loop.now()
  local timer = vim.loop.new_timer()
  timer:start(50, 50, vim.schedule_wrap(function()
    if timer:is_closing() then return end
    if ready() then
      timer:close()
      f()
    elseif vim.loop.now() - started > 60000 then
      timer:close()
      finish('waited too long for ' .. what)
    end
  end))
end

local function words()
  return vim.tbl_map(function(item) return item.word end, vim.fn.complete_info({ 'items' }).items)
end

-- take moves to a word of the menu and accepts it.
local function take(word, next_step)
  local at = vim.fn.index(words(), word)
  if at < 0 then return finish(word .. ' is not offered: ' .. table.concat(words(), ', ')) end
  local selected = vim.fn.complete_info({ 'selected' }).selected
  press(string.rep('<C-n>', at - selected) .. '<C-y><Esc>')
  later(function() return vim.api.nvim_get_mode().mode == 'n' end, next_step, 'normal mode')
end

local function run(i)
  local step = steps[i]
  if not step then return finish() end
  vim.fn.cursor(step.line, 1)
  press('A' .. step.type .. '<C-x><C-o>')
  later(function() return vim.fn.pumvisible() == 1 end, function()
    table.insert(report.menus, words())
    take(step.take, function() run(i + 1) end)
  end, 'a menu on line ' .. step.line)
end

vim.opt.completeopt = { 'menuone', 'noinsert' }
vim.opt.shortmess:append('c')
local client = vim.lsp.start_client({
  name = 'yamlls',
  cmd = { 'node', vim.env.MODULES .. '/node_modules/yaml-language-server/bin/yaml-language-server', '--stdio' },
  root_dir = vim.fn.getcwd(),
  settings = { yaml = { schemaStore = { enable = false, url = '' }, kubernetesCRDStore = { enable = false } } },
  on_attach = function(_, buffer)
    vim.api.nvim_buf_set_option(buffer, 'omnifunc', 'v:lua.vim.lsp.omnifunc')
    run(1)
  end,
})
if not client then finish('the server does not start') end
vim.lsp.buf_attach_client(0, client)
