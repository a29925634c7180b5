import { InvalidArgumentError, Option } from 'commander'
import { splitTarget } from '../command-line/split-target.js'
import { clientOptions, reachOptions, type SharedOption, type Verb } from '../command-line/verb.js'
import { CliError } from '../errors/cli-error.js'
import type { WireFlags } from '../recording/capture/wire-command.js'
import type { DiffFlags } from '../recording/compare/diff-command.js'
import type { MockFlags } from '../recording/mock/mock-command.js'
import type { ReplayFlags } from '../recording/replay/replay-command.js'
import type { ViewFlags } from '../recording/report/view-command.js'
import type { TapFlags } from '../tap/tap-flags.js'

const tapOptions: readonly SharedOption[] = ['env', 'header', 'auth', 'browser', 'bearerEnv', 'config', 'port']

const tap: Verb<TapFlags> = {
  name: 'tap',
  examples: ['tap -- node server.js', 'tap http://127.0.0.1:3000/mcp'],
  usage: '<target> | --install <host> <server> | --uninstall <host> <server>',
  description: 'record what passes between a client and a server, changing nothing',
  options: [
    ...fileOptions(),
    new Option('--install', 'let a host start a configured server through tap: cursor, "Claude Desktop", … or a file'),
    new Option('--uninstall', 'undo that, and nothing else'),
    new Option('--installed <fields>', 'written by --install').hideHelp(),
  ],
  shared: tapOptions,
  async run({ words, command, options, flags }, io) {
    if (flags.install !== undefined || flags.uninstall !== undefined) {
      const { installCommand } = await import('../tap/install/install-command.js')
      return installCommand({ words, command, options }, flags, io)
    }
    const { tapCommand } = await import('../tap/tap-command.js')
    return tapCommand({ ...splitTarget(words, command, targets), options }, flags, io)
  },
}

const targets = 'give a URL, the name of a server in mcp.json, or "-- command args…"'

const record: Verb<TapFlags> = {
  name: 'record',
  examples: ['record call add a=1 b=2 --output call.jsonl -- node server.js'],
  usage: '<target> [list | call <tool> [args…] | read <uri> | prompt <name> [args…]]',
  description: 'record a call, or what others say to a server in whose place it stands',
  options: fileOptions(),
  shared: [...new Set([...tapOptions, ...clientOptions, 'validateInput' as const, 'validateOutput' as const])],
  async run({ words, command, options, flags }, io) {
    const { recordCommand } = await import('../recording/capture/record-command.js')
    return recordCommand({ ...splitTarget(words, command), options }, flags, io)
  },
}

const view: Verb<ViewFlags> = {
  name: 'view',
  examples: ['view recording.jsonl', 'view recording.jsonl --html report.html'],
  usage: '<recording> [--html <file>]',
  description: 'print what a recording has, or write it as a page that needs nothing else',
  options: [new Option('--html <file>', 'write one HTML file with the recording and a viewer, for a bug report')],
  shared: [],
  async run({ words, options, flags }, io) {
    const { viewCommand } = await import('../recording/report/view-command.js')
    return viewCommand({ files: words, flags, options }, io)
  },
}

const replay: Verb<ReplayFlags> = {
  name: 'replay',
  examples: ['replay recording.jsonl -- node server.js'],
  usage: '<recording> <target> [--ignore <pointer>]',
  description: 'send what a client said to a server again, and say where the answers differ',
  options: [ignoreOption(), new Option('-o, --output <file>', 'keep the recording of the answers')],
  shared: clientOptions,
  async run({ words: [file, ...words], command, options, flags }, io) {
    if (file === undefined) throw new CliError('usage', 'replay: say which recording, and then which server')
    const { target, words: more } = splitTarget(words, command)
    if (more.length > 0) throw new CliError('usage', `replay takes one target, got "${more[0]}" as well`)
    const { replayCommand } = await import('../recording/replay/replay-command.js')
    return replayCommand({ file, flags, target, words: [], options }, io)
  },
}

const mock: Verb<MockFlags> = {
  name: 'mock',
  examples: ['mock recording.jsonl', 'mock recording.jsonl --port 3000'],
  usage: '<recording…> [--port <number>] [--speed <factor>]',
  description: 'serve a recording as a server, over stdio, or with --port over HTTP',
  options: [
    new Option('--speed <factor>', 'answer as slowly as it was recorded: 1; twice as fast: 2; by default at once'),
  ],
  shared: ['port'],
  async run({ words, options, flags }, io) {
    const { mockCommand } = await import('../recording/mock/mock-command.js')
    return mockCommand({ files: words, flags, options }, io)
  },
}

const diff: Verb<DiffFlags> = {
  name: 'diff',
  examples: ['diff before.jsonl after.jsonl'],
  usage: '<recording> <recording> [--ignore <pointer>] | <server> --lock [file]',
  description: 'where two recordings differ, whatever their ids and times; or the tools of a server from their pins',
  options: [
    ignoreOption(),
    new Option('--lock [file]', 'compare the tools of a configured server with their pins; by default in its mcp.lock'),
  ],
  shared: clientOptions,
  async run({ words, options, flags }, io) {
    if (flags.lock !== undefined) {
      const { diffLockCommand } = await import('../recording/compare/diff-lock-command.js')
      return diffLockCommand({ words, lock: flags.lock, options }, io)
    }
    const { diffCommand } = await import('../recording/compare/diff-command.js')
    return diffCommand({ files: words, flags, options }, io)
  },
}

const wire: Verb<WireFlags> = {
  name: 'wire',
  examples: ['wire ./server.js add a=1 b=2', 'wire ./server.js add a=1 b=2 --html wire.html'],
  usage: '<target> <tool> [args…] [--html <file>]',
  description: 'make the same call in every revision, and show what goes over the wire in each',
  options: [new Option('--html <file>', 'write a page with a column for each revision')],
  shared: [...reachOptions, 'validateInput'],
  async run({ words, command, options, flags }, io) {
    const { wireCommand } = await import('../recording/capture/wire-command.js')
    return wireCommand({ ...splitTarget(words, command), options }, flags, io)
  },
}

function fileOptions(): readonly Option[] {
  return [
    new Option('-o, --output <file>', 'the recording; by default a new file in the settings of the user'),
    new Option('-q, --quiet', 'print no summary'),
    new Option('--redact', 'leave arguments, results and all other values out of the recording'),
    new Option('--max-message <MiB>', 'record longer messages in part; by default those above 16 MiB').argParser(
      toMebibytes,
    ),
  ]
}

function toMebibytes(text: string): number {
  const size = Number(text)
  if (!/^\d+$/.test(text) || size < 1 || size > 1_024)
    throw new InvalidArgumentError('It must be a whole number, 1 to 1024.')
  return size
}

function ignoreOption(): Option {
  return new Option('--ignore <pointer>', 'what may differ, such as /result/content/*/text; repeatable')
    .argParser((pointer: string, previous: readonly string[]) => {
      if (!pointer.startsWith('/')) throw new InvalidArgumentError('It must be a JSON pointer, such as /result/_meta.')
      return [...previous, pointer]
    })
    .default([], 'none')
}

/** The verbs of recordings. */
export const recordingVerbs: readonly Verb[] = [tap, record, view, replay, mock, diff, wire]
