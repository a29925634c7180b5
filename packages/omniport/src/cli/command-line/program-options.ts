import { InvalidArgumentError, Option } from 'commander'
import { revisions } from '../../entries/index.js'
import { logLevels } from '../../entries/protocol.js'

/** The options of all verbs; `refuseOptions` rejects those that do not apply to a verb. */
export function programOptions(): readonly Option[] {
  return [
    new Option('--timeout <ms>', 'how long to wait for each answer').argParser(toMilliseconds),
    new Option('--protocol <which>', 'the revisions to speak; auto unless a config file says which').choices([
      'auto',
      'legacy',
      'modern',
      ...revisions,
    ]),
    new Option('-e, --env <name=value>', 'set a variable for the server; repeatable')
      .argParser(collectVariable)
      .default([], 'none'),
    new Option('-H, --header <name: value>', 'send a header with every HTTP request; repeatable')
      .argParser(collectHeader)
      .default([], 'none'),
    new Option('--auth', 'sign in with a browser where the server asks for it'),
    new Option('--no-browser', 'with --auth, or console: print the address instead of opening it'),
    new Option('--bearer-env <name>', 'send the token that a variable holds'),
    new Option('--port <number>', 'where serve, gateway, bridge, tap, record, mock and console listen').argParser(
      toPort,
    ),
    new Option('--host <name>', 'the address serve and gateway listen on').default('127.0.0.1'),
    new Option(
      '--allowed-host <name>',
      'serve, gateway: a name that a proxy calls it by, beside localhost; repeatable',
    ).argParser(collectHost),
    new Option('--store <folder>', 'serve: keep sessions, streams and tasks there, so that they survive a restart'),
    new Option('--config <file>', 'look names up in this file only'),
    new Option('--json', 'print {"result":…} or {"error":…} in one line'),
    new Option('--text', 'print for people, also into a pipe').conflicts('json'),
    new Option('--no-color', 'print without colours'),
    new Option(
      '--no-validate-input',
      'call, prompt: send arguments and names that do not fit, and let the server judge',
    ),
    new Option('--no-validate-output', 'call: do not check the result against the output schema of the tool'),
    new Option('--log-level <level>', 'ask the server for log messages').choices(logLevels),
  ]
}

function toMilliseconds(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a number of milliseconds above 0.')
  return Number(text)
}

function toPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return Number(text)
}

function collectHeader(text: string, previous: readonly string[]): readonly string[] {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*:/.test(text)) throw new InvalidArgumentError('It must be "Name: value".')
  return [...previous, text]
}

function collectHost(text: string, previous: readonly string[] = []): readonly string[] {
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text)) {
    throw new InvalidArgumentError('It must be a name as in the header Host, such as mcp.example.com.')
  }
  return [...previous, text]
}

function collectVariable(text: string, previous: readonly string[]): readonly string[] {
  if (!/^[^=]+=/.test(text)) throw new InvalidArgumentError('It must be NAME=value.')
  return [...previous, text]
}
