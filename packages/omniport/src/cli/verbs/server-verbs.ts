import { InvalidArgumentError, Option } from 'commander'
import { splitTarget } from '../command-line/split-target.js'
import { clientOptions, type Verb, type VerbLine } from '../command-line/verb.js'
import type { CallFlags } from '../commands/call-flags.js'
import type { ListenFlags } from '../commands/listen-flags.js'
import type { SaveFlags } from '../render/save-flags.js'

const list: Verb = {
  name: 'list',
  examples: ['list', 'list notes tools', 'list -- node server.js'],
  usage: '[target] [kind]',
  description: 'all a server offers; or its tools, resources, templates, prompts or card; or the configured servers',
  shared: clientOptions,
  async run(line, io) {
    if (line.words.length === 0 && line.command === undefined) {
      const { listServersCommand } = await import('../configuration/list-servers-command.js')
      return listServersCommand(line.options, io)
    }
    const { listCommand } = await import('../commands/list-command.js')
    return listCommand(toInvocation(line), io)
  },
}

const call: Verb<CallFlags> = {
  name: 'call',
  examples: [
    'call notes search_notes query=milk',
    'call ./server.js add a:=1 b:=2',
    `call echo '{"text":"hi"}' -- node server.js`,
  ],
  usage: '<target> <tool> [args…]',
  description: 'call a tool',
  options: [
    ...saveOptions('images, sounds and files of the result'),
    new Option('--save <file>', 'add the call and its result to a file of calls, for test'),
  ],
  shared: [...clientOptions, 'validateInput', 'validateOutput'],
  async run(line, io) {
    const { callCommand } = await import('../commands/call-command.js')
    return callCommand({ ...toInvocation(line), flags: line.flags }, io)
  },
}

const read: Verb<SaveFlags> = {
  name: 'read',
  examples: ['read notes notes://index', 'read notes notes://milk --text'],
  usage: '<target> <uri>',
  description: 'read a resource',
  options: saveOptions('the contents'),
  shared: clientOptions,
  async run(line, io) {
    const { readCommand } = await import('../commands/read-command.js')
    return readCommand({ ...toInvocation(line), flags: line.flags }, io)
  },
}

const prompt: Verb<SaveFlags> = {
  name: 'prompt',
  examples: ['prompt notes review_note id=milk style=brief'],
  usage: '<target> <name> [args…]',
  description: 'get a prompt',
  options: saveOptions('images, sounds and files of the messages'),
  shared: [...clientOptions, 'validateInput'],
  async run(line, io) {
    const { promptCommand } = await import('../commands/prompt-command.js')
    return promptCommand({ ...toInvocation(line), flags: line.flags }, io)
  },
}

const complete: Verb = {
  name: 'complete',
  examples: ['complete notes review_note id=mi'],
  usage: '<target> <prompt | template> <argument>[=typed] [args…]',
  description: 'what a server suggests for an argument of a prompt or a template',
  shared: clientOptions,
  async run(line, io) {
    const { completeCommand } = await import('../commands/complete-command.js')
    return completeCommand(toInvocation(line), io)
  },
}

const listen: Verb<ListenFlags> = {
  name: 'listen',
  examples: ['listen notes', 'listen notes notes://index --count 1'],
  usage: '<target> [uri…]',
  description: 'print each change that a server announces, and each update of the resources that are named',
  options: [new Option('--count <number>', 'end after so many changes').argParser(toCount)],
  shared: clientOptions,
  async run(line, io) {
    const { listenCommand } = await import('../commands/listen-command.js')
    return listenCommand({ ...toInvocation(line), flags: line.flags }, io)
  },
}

const skills: Verb<SaveFlags> = {
  name: 'skills',
  examples: ['skills ./skills.js', 'skills ./skills.js refunds'],
  usage: '<target> [skill] [path]',
  description: 'the skills of a server; or SKILL.md or another file of one, checked against its digest',
  options: saveOptions('the file'),
  shared: clientOptions,
  async run(line, io) {
    const { skillsCommand } = await import('../commands/skills-command.js')
    return skillsCommand({ ...toInvocation(line), flags: line.flags }, io)
  },
}

/** The verbs that use one server as a client does. */
export const serverVerbs: readonly Verb[] = [list, call, read, prompt, complete, listen, skills]

function toInvocation({ words, command, options }: VerbLine) {
  return { ...splitTarget(words, command), options }
}

function saveOptions(what: string): readonly Option[] {
  return [new Option('-o, --output <path>', `save ${what} to a file, or into a folder`)]
}

function toCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a number above 0.')
  return Number(text)
}
