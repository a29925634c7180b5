import { Option } from 'commander'
import type { CheckFlags } from '../check/check-flags.js'
import { splitTarget } from '../command-line/split-target.js'
import { reachOptions, type Verb } from '../command-line/verb.js'
import type { TestFlags } from '../saved-calls/test-flags.js'

const doctor: Verb = {
  name: 'doctor',
  examples: ['doctor http://127.0.0.1:3000/mcp', 'doctor -- node server.js'],
  usage: '[target]',
  description:
    'look for what is wrong with a server and the way to it, or with the SDK of this project, and say what to do',
  shared: reachOptions,
  async run({ words, command, options }, io) {
    if (words.length === 0 && command === undefined) {
      const { doctorProjectCommand } = await import('../doctor/project/doctor-project-command.js')
      return doctorProjectCommand(options, io)
    }
    const { doctorCommand } = await import('../doctor/doctor-command.js')
    return doctorCommand({ ...splitTarget(words, command), options }, io)
  },
}

const check: Verb<CheckFlags> = {
  name: 'check',
  examples: [
    'check -- node server.js',
    'check notes --protocol modern --tool search_notes query=milk --junit checks.xml',
  ],
  usage: '<target> [--tool <name> [key=value…]] | --schema <file> | --sdk [folder]',
  description: 'check how a server keeps to the protocol, or a recorded conversation, or which SDK a project has',
  options: [
    new Option('--tool <name>', 'also call this tool, for its progress and tasks; its arguments follow the target'),
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

const test: Verb<TestFlags> = {
  name: 'test',
  examples: ['test calls.json', 'test calls.json notes --junit calls.xml'],
  usage: '<file> [target]',
  description: 'make saved calls again, and compare what comes',
  options: [
    new Option('--junit <file>', 'write the results as JUnit XML, too'),
    new Option('--update', 'expect what comes now'),
  ],
  shared: reachOptions,
  async run({ words, command, options, flags }, io) {
    const { testCommand } = await import('../saved-calls/test-command.js')
    return testCommand({ words, command, options, flags }, io)
  },
}

/** The verbs that look for what is wrong. */
export const checkingVerbs: readonly Verb[] = [doctor, check, test]
