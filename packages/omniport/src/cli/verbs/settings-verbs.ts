import { Option } from 'commander'
import { splitTarget } from '../command-line/split-target.js'
import type { Verb } from '../command-line/verb.js'
import type { ConfigFlags } from '../configuration/config-flags.js'
import type { LogoutFlags } from '../login/logout-flags.js'
import type { PackFlags } from '../pack/pack-flags.js'

const login: Verb = {
  name: 'login',
  examples: ['login https://mcp.example.com/mcp'],
  usage: '<target>',
  description: 'sign in to a server over HTTP, so that later calls need no sign-in',
  shared: ['timeout', 'header', 'browser', 'config'],
  async run({ words, command, options }, io) {
    const { loginCommand } = await import('../login/login-command.js')
    return loginCommand({ ...splitTarget(words, command, addresses), options }, io)
  },
}

const logout: Verb<LogoutFlags> = {
  name: 'logout',
  examples: ['logout https://mcp.example.com/mcp', 'logout --all'],
  usage: '<target> | --all',
  description: 'forget the stored tokens of a server, or of all',
  options: [new Option('--all', 'of all servers')],
  shared: ['config'],
  async run({ words, command, options, flags }, io) {
    const { logoutCommand } = await import('../login/logout-command.js')
    return logoutCommand({ words, command, options, flags }, io)
  },
}

const addresses = 'give a URL, or the name of a server in mcp.json'

const config: Verb<ConfigFlags> = {
  name: 'config',
  examples: ['config show', 'config add kitchen -- node server.js', 'config install cursor -- node server.js'],
  usage:
    'show | path | check | add <name> <url | -- command> | remove <name> | install <host> <url | -- command> | uninstall <host> <name>',
  description: 'show, check and change the configured servers',
  options: [
    new Option('--replace', 'add: replace the entry that is there'),
    new Option(
      '--name <name>',
      'install: the name of the entry; default: that of package.json, or the host of the URL',
    ),
    new Option('--project', 'install, uninstall: the file of the project instead of that of the user'),
    new Option('--force', 'install: replace another entry of that name'),
    new Option('--dry-run', 'install, uninstall: show what would change'),
  ],
  shared: ['config', 'env', 'header'],
  async run(line, io) {
    const { configCommand } = await import('../configuration/config-command.js')
    return configCommand(line, io)
  },
}

const pack: Verb<PackFlags> = {
  name: 'pack',
  examples: ['pack ./server --out server.mcpb'],
  usage: '[folder]',
  description: 'make one file of a server and its dependencies, for hosts to install (.mcpb)',
  options: [new Option('--out <file>', 'where to write it; default: <name>-<version>.mcpb here')],
  shared: [],
  async run(line, io) {
    const { packCommand } = await import('../pack/pack-command.js')
    return packCommand(line, io)
  },
}

const completion: Verb = {
  name: 'completion',
  examples: ['completion bash', 'completion zsh', 'completion fish'],
  usage: '<bash | zsh | fish>',
  description: 'print the completion script of a shell',
  shared: [],
  async run({ words, command }, io) {
    const { completionCommand } = await import('../completion/completion-command.js')
    return completionCommand({ words, command }, io)
  },
}

/** The verbs of what is stored for the user, and of what is given to others. */
export const settingsVerbs: readonly Verb[] = [login, logout, config, pack, completion]
