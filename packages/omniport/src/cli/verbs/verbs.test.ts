import { describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { run } from '../run.js'

const fail = async (...argv: readonly string[]) => {
  const { io, stderr } = createMemoryIo({ cwd: '/' })
  const code = await run(argv, io)
  return { code, ...JSON.parse(stderr().at(-1) ?? '{}').error }
}

describe('a line is given to its verb', () => {
  test.each([
    [['list', 'a', 'b', 'c'], 'list takes one kind, got "c" as well'],
    [['list', '--env', 'A=b'], 'list: --env needs a target: omniport list <target>'],
    [['call', 'a'], 'call: say which tool; "omniport list <target> tools" shows them'],
    [['read', 'a'], 'read: say which URI; "omniport list <target> resources" shows them'],
    [['prompt', 'a'], 'prompt: say which prompt; "omniport list <target> prompts" shows them'],
    [['host', 'a'], 'host takes no target: its servers come from config files, such as that of --config'],
    [['host', '--', 'a'], 'host takes no target: its servers come from config files, such as that of --config'],
    [['host'], 'host: stdin and stdout must be a terminal; a script can use list, call, read and prompt'],
    [['host', '--json'], 'host: --json does not apply here; a script can use list, call, read and prompt'],
    [['host', '--env', 'A=b'], 'host: --env does not apply here; a server has its "env" in the config file'],
    [['host', '--header', 'A: b'], 'host: --header does not apply here; a server has its "headers" in the config file'],
    [
      ['host', '--protocol', 'auto'],
      'host: --protocol does not apply here; a server has its "protocolVersion" in the config file',
    ],
    [
      ['host', '--bearer-env', 'A'],
      'host: --bearer-env does not apply here; a server has its "bearerTokenEnv" in the config file',
    ],
    [['host', '--no-browser'], 'host: --no-browser does not apply here; host shows addresses and opens no browser'],
    [['host', '--log-level', 'info'], 'host: --log-level does not apply here; "Servers" shows the output of servers'],
    [['gateway', 'a'], 'gateway takes no target: its servers come from config files, such as that of --config'],
    [['gateway'], 'gateway: say which servers to serve: --config mcp.json'],
    [['bridge', 'a', 'b'], 'bridge takes one target, got "b" as well'],
    [['run'], 'run: give a package: omniport run <package> -- args…'],
    [
      ['console', '--env', 'A=b'],
      'console: --env is for one server: give one target, or write it into the config file',
    ],
    [['doctor', 'a', 'b'], 'doctor takes one target, got "b" as well'],
    [['check'], 'check: say what to check: a <target>, --schema <file>, or --sdk [folder]'],
    [['test'], 'test: give a file of calls; "omniport call … --save <file>" writes one'],
    [
      ['tap', '--install', 'a'],
      'tap --install: give a host and the name of a server, such as: tap --install cursor notes',
    ],
    [
      ['tap', '--uninstall', 'a'],
      'tap --uninstall: give a host and the name of a server, such as: tap --uninstall cursor notes',
    ],
    [['record', 'a', 'b'], 'record: what is done must be list, call, read, prompt, or nothing; got "b"'],
    [
      ['record', 'call', 'b'],
      'record: what is done must be list, call, read, prompt, or nothing; got "b"; the target comes first: omniport record <target> call …',
    ],
    [['record', '--port', '3', 'a', 'call'], 'record: --port is for a server that others connect to, without a verb'],
    [['view'], 'view: say which recording: omniport view recording.jsonl'],
    [['replay'], 'replay: say which recording, and then which server'],
    [['replay', 'a', 'b', 'c'], 'replay takes one target, got "c" as well'],
    [['mock'], 'mock: say which recording: omniport mock recording.jsonl'],
    [['diff', 'a'], 'diff takes two recordings, got one; a server is compared with its pins by --lock'],
    [['wire', 'a'], 'wire: say which tool; "omniport list <target> tools" shows them'],
    [['login', 'a', 'b'], 'login takes one target, got "b" as well'],
    [['logout', '--all', 'a'], 'logout: give a target or --all, not both'],
    [
      ['config', 'shw'],
      'config: there is no "shw"; did you mean "show"? Give show, path, check, add, remove, install, uninstall',
    ],
    [['pack', 'a', 'b'], 'pack takes one folder, got "b" as well'],
    [['completion'], 'completion: give a shell, bash, zsh, fish'],
    [['view', '--port', '3', 'a'], 'view: --port does not apply here; "omniport help view" shows those that do'],
  ])('%j', async (argv, message) => {
    expect(await fail(...argv)).toEqual({ code: 'usage', message })
  })
})
