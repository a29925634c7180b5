import { expect, test } from 'vitest'
import { programOptions } from '../command-line/program-options.js'
import { optionsOf } from '../command-line/refuse-options.js'
import { verbs } from './verbs.js'

/** The options of verbs that reach a server. */
const reach = '--timeout --protocol --env --header --auth --no-browser --bearer-env --config'

/** What the page of each verb begins with, the options of others that mean something to it, and its examples. */
const rows: readonly (readonly [line: string, description: string, shared: string, examples: readonly string[]])[] = [
  [
    'list [target] [kind]',
    'all a server offers; or its tools, resources, templates, prompts or card; or the configured servers',
    'REACH --log-level',
    ['list', 'list notes tools', 'list -- node server.js'],
  ],
  [
    'call <target> <tool> [args…]',
    'call a tool',
    'REACH --no-validate-input --no-validate-output --log-level',
    [
      'call notes search_notes query=milk',
      'call ./server.js add a:=1 b:=2',
      'call echo \'{"text":"hi"}\' -- node server.js',
    ],
  ],
  [
    'read <target> <uri>',
    'read a resource',
    'REACH --log-level',
    ['read notes notes://index', 'read notes notes://milk --text'],
  ],
  [
    'prompt <target> <name> [args…]',
    'get a prompt',
    'REACH --no-validate-input --log-level',
    ['prompt notes review_note id=milk style=brief'],
  ],
  [
    'complete <target> <prompt | template> <argument>[=typed] [args…]',
    'what a server suggests for an argument of a prompt or a template',
    'REACH --log-level',
    ['complete notes review_note id=mi'],
  ],
  [
    'listen <target> [uri…]',
    'print each change that a server announces, and each update of the resources that are named',
    'REACH --log-level',
    ['listen notes', 'listen notes notes://index --count 1'],
  ],
  [
    'skills <target> [skill] [path]',
    'the skills of a server; or SKILL.md or another file of one, checked against its digest',
    'REACH --log-level',
    ['skills ./skills.js', 'skills ./skills.js refunds'],
  ],
  [
    'serve <module> [--workers <number>]',
    'serve a module over HTTP, in every revision',
    '--port --host --allowed-host --store',
    ['serve ./server.js --port 3000'],
  ],
  [
    'host [--config <file>] [options]',
    'use all configured servers at a terminal',
    '--timeout --auth --config',
    ['host --config mcp.json'],
  ],
  [
    'gateway --config <file> [options]',
    'serve all servers of a config file as one, over HTTP or stdio',
    '--timeout --port --host --allowed-host --config',
    ['gateway --config mcp.json --port 3000'],
  ],
  [
    'bridge <target> [--port <number>]',
    'serve a server over stdio, or with --port over HTTP, in every revision',
    '--timeout --protocol --env --header --auth --no-browser --bearer-env --port --config',
    ['bridge http://127.0.0.1:3000/mcp', 'bridge --port 3000 -- node server.js'],
  ],
  [
    'run <package>[@version] [-- args…]',
    'start a published server on this library: its official SDK is replaced',
    '--env',
    ['run @modelcontextprotocol/server-everything -- stdio'],
  ],
  [
    'console [targets…] [options] [-- command args…]',
    'look at servers, and use them, in a browser of this machine',
    '--timeout --protocol --env --header --no-browser --bearer-env --port --config',
    ['console notes http://127.0.0.1:3000/mcp', 'console -- node server.js'],
  ],
  [
    'doctor [target]',
    'look for what is wrong with a server and the way to it, or with the SDK of this project, and say what to do',
    'REACH',
    ['doctor http://127.0.0.1:3000/mcp', 'doctor -- node server.js'],
  ],
  [
    'check <target> [--tool <name> [key=value…]] | --schema <file> | --sdk [folder]',
    'check how a server keeps to the protocol, or a recorded conversation, or which SDK a project has',
    'REACH',
    ['check -- node server.js', 'check notes --protocol modern --tool search_notes query=milk --junit checks.xml'],
  ],
  [
    'test <file> [target]',
    'make saved calls again, and compare what comes',
    'REACH',
    ['test calls.json', 'test calls.json notes --junit calls.xml'],
  ],
  [
    'tap <target> | --install <host> <server> | --uninstall <host> <server>',
    'record what passes between a client and a server, changing nothing',
    '--env --header --auth --no-browser --bearer-env --port --config',
    ['tap -- node server.js', 'tap http://127.0.0.1:3000/mcp'],
  ],
  [
    'record <target> [list | call <tool> [args…] | read <uri> | prompt <name> [args…]]',
    'record a call, or what others say to a server in whose place it stands',
    '--timeout --protocol --env --header --auth --no-browser --bearer-env --port --config --no-validate-input --no-validate-output --log-level',
    ['record call add a=1 b=2 --output call.jsonl -- node server.js'],
  ],
  [
    'view <recording> [--html <file>]',
    'print what a recording has, or write it as a page that needs nothing else',
    '',
    ['view recording.jsonl', 'view recording.jsonl --html report.html'],
  ],
  [
    'replay <recording> <target> [--ignore <pointer>]',
    'send what a client said to a server again, and say where the answers differ',
    'REACH --log-level',
    ['replay recording.jsonl -- node server.js'],
  ],
  [
    'mock <recording…> [--port <number>] [--speed <factor>]',
    'serve a recording as a server, over stdio, or with --port over HTTP',
    '--port',
    ['mock recording.jsonl', 'mock recording.jsonl --port 3000'],
  ],
  [
    'diff <recording> <recording> [--ignore <pointer>] | <server> --lock [file]',
    'where two recordings differ, whatever their ids and times; or the tools of a server from their pins',
    'REACH --log-level',
    ['diff before.jsonl after.jsonl'],
  ],
  [
    'wire <target> <tool> [args…] [--html <file>]',
    'make the same call in every revision, and show what goes over the wire in each',
    'REACH --no-validate-input',
    ['wire ./server.js add a=1 b=2', 'wire ./server.js add a=1 b=2 --html wire.html'],
  ],
  [
    'login <target>',
    'sign in to a server over HTTP, so that later calls need no sign-in',
    '--timeout --header --no-browser --config',
    ['login https://mcp.example.com/mcp'],
  ],
  [
    'logout <target> | --all',
    'forget the stored tokens of a server, or of all',
    '--config',
    ['logout https://mcp.example.com/mcp', 'logout --all'],
  ],
  [
    'config show | path | check | add <name> <url | -- command> | remove <name> | install <host> <url | -- command> | uninstall <host> <name>',
    'show, check and change the configured servers',
    '--env --header --config',
    ['config show', 'config add kitchen -- node server.js', 'config install cursor -- node server.js'],
  ],
  [
    'pack [folder]',
    'make one file of a server and its dependencies, for hosts to install (.mcpb)',
    '',
    ['pack ./server --out server.mcpb'],
  ],
  [
    'completion <bash | zsh | fish>',
    'print the completion script of a shell',
    '',
    ['completion bash', 'completion zsh', 'completion fish'],
  ],
]

test.each(rows)('%s', (line, description, shared, examples) => {
  const [name = ''] = line.split(' ')
  const verb = verbs.find((each) => each.name === name)
  const own = verb && optionsOf(verb, programOptions()).map(({ long }) => long)
  expect([`${verb?.name} ${verb?.usage}`, verb?.description, verb?.examples]).toEqual([line, description, examples])
  expect(own?.filter((long) => !['--json', '--text', '--no-color'].includes(String(long))).join(' ')).toBe(
    shared.replace('REACH', reach),
  )
})

test('these are all', () => {
  expect(verbs).toHaveLength(rows.length)
})
