import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { exitCodes, type FailureCode } from '../../packages/omniport/src/cli/errors/exit-codes.js'
import { run } from '../../packages/omniport/src/cli/run.js'
import { verbs } from '../../packages/omniport/src/cli/verbs/verbs.js'
import { createMemoryIo } from './memory-io.js'

const cwd = fileURLToPath(new URL('fixtures', import.meta.url))
const url = 'http://127.0.0.1:1/mcp'

/** A wrong line, the code of its error, what is said to be wrong, and what to do. */
type Row = readonly [line: string, code: FailureCode, wrong: string, todo: string]

const rows: readonly Row[] = [
  ['list nowhere', 'usage', 'There is no server "nowhere"', 'a target may also be a URL'],
  ['list tools.mjs tool', 'usage', 'got "tool"', 'did you mean "tools"?'],
  ['list --env A=b', 'usage', '--env needs a target', 'omniport list <target>'],
  ['list tools.mjs tools more', 'usage', 'got "more" as well', 'list takes one kind'],
  [`list ${url}`, 'unreachable', 'ECONNREFUSED', '127.0.0.1:1'],
  ['call tools.mjs', 'usage', 'say which tool', '"omniport list <target> tools" shows them'],
  ['call tools.mjs ad', 'not_found', 'no tool "ad"', 'did you mean "add"?'],
  ['call tools.mjs add a=one b=2', 'usage', 'a must be a number', '--no-validate-input sends it anyway'],
  ['call tools.mjs add a=@nothing', 'usage', 'cannot read the file "nothing"', 'ENOENT'],
  ['call tools.mjs echo --output out', 'not_found', 'no image, sound or file', '--output'],
  ['call form -- node questions.mjs', 'protocol', 'the capability elicitation.form', 'call it at a terminal'],
  ['call tools.mjs echo --save own.json', 'usage', 'own.json:', 'writes such files'],
  ['read tools.mjs', 'usage', 'say which URI', '"omniport list <target> resources" shows them'],
  ['read tools.mjs a:b c:d', 'usage', 'got "c:d" as well', 'read takes one URI'],
  ['prompt tools.mjs', 'usage', 'say which prompt', '"omniport list <target> prompts" shows them'],
  ['prompt tools.mjs aks', 'not_found', 'no prompt "aks"', 'did you mean "ask"?'],
  ['prompt tools.mjs ask about:=1', 'usage', 'about:', 'are strings'],
  ['complete tools.mjs', 'usage', 'say which prompt or template', '"omniport list <target>" shows them'],
  ['complete tools.mjs ask', 'usage', 'say which argument of ask', '<argument>=<typed>'],
  [
    'complete tools.mjs ask about=',
    'unsupported',
    'does not declare the capability completions',
    'so it suggests nothing',
  ],
  ['listen tools.mjs --count 0', 'usage', "'--count <number>'", 'It must be a number above 0'],
  ['listen', 'usage', 'There is no target', 'give the name of a server'],
  ['skills tools.mjs a b c', 'usage', 'got "c" as well', 'skills takes a skill and one path'],
  ['skills tools.mjs', 'unsupported', 'skills', 'declare'],
  ['serve', 'usage', 'There is no target', 'give the path of a server module'],
  ['serve nothing.mjs', 'usage', 'There is no file', 'nothing.mjs'],
  ['serve tools.mjs --port 99999', 'usage', '--port', 'a port, 0 to 65535'],
  ['host', 'usage', 'must be a terminal', 'a script can use list, call, read and prompt'],
  ['host notes', 'usage', 'host takes no target', 'such as that of --config'],
  ['host --header A:b', 'usage', '--header does not apply here', '"headers" in the config file'],
  ['gateway notes', 'usage', 'gateway takes no target', 'such as that of --config'],
  ['gateway', 'usage', 'gateway', '--config'],
  ['bridge', 'usage', 'There is no target', 'give the name of a server'],
  ['bridge tools.mjs more', 'usage', 'got "more" as well', 'bridge takes one target'],
  ['run --bin x', 'usage', 'run', 'give a package'],
  ['doctor', 'usage', 'here is no package.json', 'give a target'],
  ['doctor tools.mjs more', 'usage', 'got "more" as well', 'doctor takes one target'],
  [`doctor ${url}`, 'invalid_result', 'There is 1 problem', 'what to do is said there'],
  ['check tools.mjs add', 'usage', 'got "add" as well', 'arguments go with --tool <name>'],
  ['check --schema a.jsonl --tool add', 'usage', '--tool does not apply', 'to --schema'],
  ['diff --lock', 'usage', 'say which configured server', 'omniport diff <server> --lock'],
  ['tap --max-message 0 -- a', 'usage', 'must be a whole number', '1 to 1024'],
  ['check', 'usage', 'say what to check', 'a <target>, --schema <file>, or --sdk [folder]'],
  ['check tools.mjs --schema a', 'usage', 'not two of them', 'give a target, --schema or --sdk'],
  ['check --schema nothing.jsonl', 'usage', 'cannot read the file "nothing.jsonl"', 'ENOENT'],
  ['check --sdk --junit a.xml', 'usage', '--junit does not apply', 'to --sdk'],
  ['test', 'usage', 'give a file of calls', '--save <file>" writes one'],
  ['test nothing.json', 'usage', 'no file "nothing.json"', '--save nothing.json" writes it'],
  ['test own.json', 'usage', 'own.json:', 'writes such files'],
  ['test calls.json tools.mjs more', 'usage', 'got "more" as well', 'test takes one target'],
  ['record', 'usage', 'There is no target', 'give the name of a server'],
  ['record call add a=1', 'usage', 'got "add"', 'the target comes first: omniport record <target> call'],
  ['record tools.mjs dance', 'usage', 'got "dance"', 'must be list, call, read, prompt, or nothing'],
  ['view', 'usage', 'say which recording', 'omniport view recording.jsonl'],
  ['view nothing.jsonl', 'usage', 'nothing.jsonl', 'view'],
  ['replay', 'usage', 'say which recording', 'and then which server'],
  ['mock', 'usage', 'mock', 'recording'],
  ['diff', 'usage', 'diff', 'recording'],
  ['wire tools.mjs', 'usage', 'say which tool', '"omniport list <target> tools" shows them'],
  ['console nothing.mjs', 'usage', 'There is no file', 'nothing.mjs'],
  ['tap', 'usage', 'There is no target', 'give a URL'],
  ['tap --install cursor', 'usage', 'give a host and the name of a server', 'tap --install cursor notes'],
  ['login tools.mjs/x.mjs', 'usage', 'only a server at a URL has a sign-in', '-e NAME=value'],
  ['login -- node', 'usage', 'only a server at a URL has a sign-in', '-e NAME=value'],
  ['login', 'usage', 'There is no target', 'give a URL'],
  ['logout', 'usage', 'give a URL, the name of a server, or --all', 'there are tokens of'],
  [`logout ${url} --all`, 'usage', 'not both', 'give a target or --all'],
  ['config', 'usage', 'say what to do', 'show, path, check, add, remove, install, uninstall'],
  ['config shwo', 'usage', 'there is no "shwo"', 'did you mean "show"?'],
  ['config add', 'usage', 'give a name', 'a URL or "-- command args…"'],
  ['config add a b c', 'usage', 'got "c" as well', 'takes a name and a URL'],
  ['config add a ftp://b', 'usage', 'the URL must start', 'with http:// or https://'],
  ['config add a', 'usage', 'one of them', 'give a URL or "-- command args…"'],
  ['config show kitchn --config own.json', 'not_found', 'no server "kitchn"', 'did you mean "kitchen"?'],
  ['config remove kitchn --config own.json', 'not_found', 'no server "kitchn"', 'did you mean "kitchen"?'],
  ['config show --replace', 'usage', '--replace', 'is for config add'],
  ['config install', 'usage', 'give a host', 'such as: cursor -- node server.js'],
  ['config install cursr -- node', 'usage', 'no host "cursr"', 'did you mean "cursor"?'],
  ['config install cursor', 'usage', 'one of them', 'give a URL or "-- command args…"'],
  ['config install cursor https://a.example b', 'usage', 'got "b" as well', 'takes a host and a URL'],
  ['config install cursor ftp://a', 'usage', 'the URL must start', 'with http:// or https://'],
  ['config install cursor --name a/b -- node', 'usage', '--name', 'must be letters, digits, _ and -'],
  [
    'config install cursor --config a.json -- node',
    'usage',
    '--config is for config',
    'show, path, check, add, remove',
  ],
  [`config install claude-desktop ${url}`, 'usage', 'has no URLs', '-- npx omniport bridge'],
  ['config install windsurf --project -- node', 'usage', 'no config file in a project', 'leave --project out'],
  ['config uninstall cursor', 'usage', 'give a host and the name', 'cursor notes'],
  ['config uninstall cursor a b', 'usage', 'got "b" as well', 'takes a host and a name'],
  ['config uninstall zed kitchn', 'not_found', 'no server "kitchn"', 'settings.json'],
  ['config uninstall cursor a --force', 'usage', '--force', 'is for config install'],
  ['pack', 'usage', 'has neither manifest.json nor package.json', 'pack'],
  ['pack a b', 'usage', 'got "b" as well', 'pack takes one folder'],
  ['completion', 'usage', 'give a shell', 'bash, zsh, fish'],
  ['completion tcsh', 'usage', 'got "tcsh"', 'bash, zsh, fish'],
]

test.each(rows)('%s', { timeout: 60_000 }, async (line, code, wrong, todo) => {
  const { io, stdout, stderr } = createMemoryIo({ cwd, env: { HOME: '/nowhere', XDG_CONFIG_HOME: '/nowhere' } })
  const exitCode = await run(line.split(' '), io)
  const { error } = JSON.parse(stderr().at(-1) ?? '')
  expect({ exitCode, code: error.code }).toEqual({ exitCode: exitCodes[code], code })
  expect(error.message).toContain(wrong)
  expect(error.message).toContain(todo)
  expect(error.message).not.toMatch(/\n/)
  expect(stdout().split('\n').length).toBeLessThanOrEqual(2)
})

test('each verb is in the table', () => {
  const tried = new Set(rows.map(([line]) => line.split(' ')[0]))
  expect(verbs.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
