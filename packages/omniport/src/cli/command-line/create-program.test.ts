import { describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { CliError } from '../errors/cli-error.js'
import { version } from '../version.js'
import { createProgram } from './create-program.js'

function programOf(command?: readonly string[]) {
  const memory = createMemoryIo({ cwd: '/' })
  return { ...memory, program: createProgram(command, memory.io) }
}

async function pageOf(...line: readonly string[]): Promise<string> {
  const { program } = programOf()
  await expect(program.run(line)).rejects.toMatchObject({ exitCode: 0 })
  return program.help
}

describe('a line', () => {
  test('is run with its options and the command after "--", and resolves with the exit code', async () => {
    const { program, stdout } = programOf()
    expect(await program.run(['completion', 'bash'])).toBe(0)
    expect(stdout()).toContain('complete')
    expect(program.help).toBe('')
    const other = programOf(['node', 's.js'])
    await expect(other.program.run(['completion', 'bash'])).rejects.toBeInstanceOf(CliError)
  })

  test('has options as far as they were read', async () => {
    const { program } = programOf()
    expect(program.options).toMatchObject({ env: [], header: [], host: '127.0.0.1' })
    await expect(program.run(['list', '--json', '-e', 'A=b', '-e', 'B=c'])).rejects.toThrow(
      new CliError('usage', 'list: --env needs a target: omniport list <target>'),
    )
    expect(program.options).toMatchObject({ json: true, env: ['A=b', 'B=c'] })
  })
})

test('the version is that of the package', async () => {
  expect(await pageOf('--version')).toBe(`${version}\n`)
  expect(await pageOf('-V')).toBe(`${version}\n`)
})

describe('the page of all verbs', () => {
  test('begins with how it is used, and ends with examples', async () => {
    const page = await pageOf('--help')
    expect(page).toMatch(/^Usage: omniport <verb> \[options\] <target> …\n\nLook at any MCP server/)
    const lines = page.split('\n')
    expect(lines.slice(lines.indexOf('  omniport list notes tools') - 1)).toEqual([
      '  omniport list                                    the configured servers',
      '  omniport list notes tools',
      '  omniport call ./server.js add a=1 b=2',
      '  omniport call add a=1 b=2 -- node server.js',
      '  omniport list http://127.0.0.1:3000/mcp',
      '  omniport skills notes git-workflow references/forms.md',
      '  omniport serve ./server.js --port 3000',
      '  omniport host --config mcp.json',
      '  omniport gateway --config mcp.json --port 3000',
      '  omniport bridge https://mcp.example.com/mcp --auth',
      '  omniport run @modelcontextprotocol/server-everything -- stdio',
      '  omniport doctor https://mcp.example.com/mcp',
      '  omniport check -- node server.js',
      '  omniport tap -- node server.js',
      '  omniport console notes https://mcp.example.com/mcp',
      '',
      '"omniport help <verb>" has examples of each verb.',
      '',
      'A target is a URL, the name of a server in .mcp.json, mcp.json or .vscode/mcp.json, or the',
      'path of a JavaScript module that exports a server. A command to start is given last instead.',
      "Arguments are key=value, key:=json, key=@file, all in one as '{json}', or - for stdin.",
      '',
    ])
  })

  test('has a long usage on the page of the verb alone', async () => {
    const page = await pageOf('--help')
    expect(page).toMatch(/^ {2}run <package>\[@version\] \[-- args…\] {2,}start a published/m)
    expect(page).toMatch(/^ {2}call <target> <tool> \[args…\] {2,}call a tool$/m)
    expect(page).toMatch(/^ {2}tap … {2,}record what passes/m)
    expect(page).toMatch(/^ {2}console … {2,}look at servers/m)
    expect(await pageOf('help', 'console')).toMatch(
      /^Usage: omniport console \[targets…\] \[options\] \[-- command args…\]\n/,
    )
  })
})

describe('the page of a verb', () => {
  test('has the options of all verbs that it takes, and no others', async () => {
    const page = await pageOf('view', '-h')
    const named = [...page.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, name]) => name)
    expect(named).toEqual(['--html', '--help', '--json', '--text', '--no-color'])
    expect(page.endsWith('--json, --text')).toBe(false)
    expect(page).toContain(
      '\n\nExamples:\n  omniport view recording.jsonl\n  omniport view recording.jsonl --html report.html\n',
    )
    expect(page).toContain(
      '\nA target is a URL, the name of a server in .mcp.json, mcp.json or .vscode/mcp.json, or the\n',
    )
  })

  test('of help has no option but its own', async () => {
    const page = await pageOf('help', 'help')
    expect(page).toMatch(/^Usage: omniport help \[verb\]\n\nhow a verb is used\n/)
    expect(page).not.toContain('--timeout')
  })
})

describe('an option that does not apply', () => {
  test.each([
    [['host', '-e', 'A=b'], 'host: --env does not apply here; a server has its "env" in the config file'],
    [['view', '--config', 'a', 'b'], 'view: --config does not apply here; "omniport help view" shows those that do'],
    [['pack', '--port', '3'], 'pack: --port does not apply here; "omniport help pack" shows those that do'],
  ])('is refused with what to do: %j', async (line, message) => {
    await expect(programOf().program.run(line)).rejects.toEqual(new CliError('usage', message))
  })

  test('is none of those of all verbs, nor one with a default', async () => {
    const { program, stdout } = programOf()
    expect(await program.run(['completion', 'bash', '--json', '--no-color'])).toBe(0)
    expect(stdout()).toContain('complete')
  })
})

describe('a wrong option is answered with the one that is meant', () => {
  test.each([
    [['list', '--heade'], "error: unknown option '--heade'; did you mean --header?"],
    [['list', '--no-b'], "error: unknown option '--no-b'; did you mean --no-browser?"],
    [['check', '--juni', 'x'], "error: unknown option '--juni'; did you mean --junit?"],
    [['--timout', '3'], "error: unknown option '--timout'; did you mean --timeout?"],
    [['--por', '3'], "error: unknown option '--por'; did you mean --port?"],
    [['list', '--por', '3'], "error: unknown option '--por'"],
    [['list', '-z'], "error: unknown option '-z'"],
    [['call', '--no-validate', 'x'], "error: unknown option '--no-validate'; did you mean --no-validate-input?"],
  ])('%j', async (line, message) => {
    const { program } = programOf()
    await expect(program.run(line)).rejects.toMatchObject({ code: 'commander.unknownOption', exitCode: 1, message })
  })
})
