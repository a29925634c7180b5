import { Option } from 'commander'
import { splitTarget } from '../command-line/split-target.js'
import type { Verb } from '../command-line/verb.js'
import type { TapFlags } from '../tap/tap-flags.js'

const tap: Verb<TapFlags> = {
  name: 'tap',
  usage: '<target> | --install <host> <server> | --uninstall <host> <server>',
  description: 'record what passes between a client and a server, changing nothing',
  options: [
    new Option('-o, --output <file>', 'the recording; by default a new file in the settings of the user'),
    new Option('-q, --quiet', 'print no summary'),
    new Option('--redact', 'leave arguments, results and all other values out of the recording'),
    new Option('--install', 'let a host start a configured server through tap: cursor, "Claude Desktop", … or a file'),
    new Option('--uninstall', 'undo that, and nothing else'),
    new Option('--installed <fields>', 'written by --install').hideHelp(),
  ],
  shared: ['env', 'header', 'auth', 'browser', 'bearerEnv', 'config', 'port'],
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

/** The verbs of recordings. */
export const recordingVerbs: readonly Verb[] = [tap]
