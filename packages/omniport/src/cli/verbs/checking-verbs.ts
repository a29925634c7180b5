import { Option } from 'commander'
import type { CheckFlags } from '../check/check-flags.js'
import { reachOptions, type Verb } from '../command-line/verb.js'

const check: Verb<CheckFlags> = {
  name: 'check',
  usage: '<target> | --schema <file> | --sdk [folder]',
  description: 'check how a server keeps to the protocol, or a recorded conversation, or which SDK a project has',
  options: [
    new Option('--schema <file>', 'a recording: one message per line, as JSON'),
    new Option('--sdk [folder]', 'which package each program of a folder imports as @modelcontextprotocol/sdk'),
    new Option('--junit <file>', 'write the results as JUnit XML, too'),
  ],
  shared: reachOptions,
  async run({ words, command, options, flags }, io) {
    const { checkCommand } = await import('../check/check-command.js')
    return checkCommand({ words, command, options, flags }, io)
  },
}

/** The verbs that look for what is wrong. */
export const checkingVerbs: readonly Verb[] = [check]
