import { describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { OmniportError } from '../../entries/index.js'
import { CliError } from '../errors/cli-error.js'
import { Interrupted } from '../process/interrupted.js'
import type { Io } from '../process/io.js'
import { verbs } from '../verbs/verbs.js'
import { version } from '../version.js'
import { reportFailure, runLine } from './run-line.js'

async function runWith(argv: readonly string[], world: Partial<Io> = {}) {
  const { io, stdout, stderr } = createMemoryIo({ cwd: '/', ...world })
  const code = await runLine(argv, io)
  return { code, printed: stdout(), errors: stderr() }
}

async function fail(...argv: readonly string[]) {
  const { code, errors } = await runWith(argv)
  return { code, ...JSON.parse(errors.at(-1) ?? '{}').error }
}

const usage = (message: string) => ({ code: 'usage', message })

describe('the page of all verbs', () => {
  test('is shown where nothing is said, and where it is asked for', async () => {
    const { code, printed, errors } = await runWith([])
    expect([code, errors]).toEqual([0, []])
    for (const argv of [['--help'], ['-h'], ['help']]) expect(await runWith(argv)).toEqual({ code, printed, errors })
    expect(printed.split('\n').slice(0, 4)).toEqual([
      ...['Usage: omniport <verb> [options] <target> …', ''],
      'Look at any MCP server, use it, see what is wrong with it, serve one or many,',
      'and record what is said.',
    ])
    expect(printed).toContain('A target is a URL, the name of a server in .mcp.json')
    expect(printed).toContain('"omniport help <verb>" has examples of each verb.')
    expect(printed).toMatch(/--timeout <ms> +how long to wait for each answer/)
    expect(printed).toMatch(/-h, --help +show this page, or that of a verb/)
  })

  test('has each verb with what follows it, if that is not too long', async () => {
    const { printed } = await runWith([])
    for (const { name, description } of verbs) {
      expect(printed.replace(/\s+/g, ' ')).toContain(description)
      expect(printed).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    }
    expect(printed).toMatch(/^ {2}list \[target\] \[kind\] +all a server offers/m)
    expect(printed).toMatch(/^ {2}config … +show, check and change/m)
    expect(printed).toMatch(/^ {2}help \[verb\] +how a verb is used/m)
  })
})

describe('the page of a verb', () => {
  test('has its options, and those of all that mean something to it', async () => {
    const { code, printed } = await runWith(['help', 'serve'])
    expect([code, printed]).toEqual([0, (await runWith(['serve', '--help'])).printed])
    expect(printed).toMatch(/^Usage: omniport serve <module> \[--workers <number>\]\n\nserve a module over HTTP/)
    expect(printed).toContain('--workers <number>')
    expect(printed).toContain('--port <number>')
    expect(printed).not.toContain('--auth')
    expect(printed).toContain('\nExamples:\n  omniport serve ./server.js --port 3000\n')
    expect(printed).toContain('A target is a URL')
    expect(printed).not.toContain('"omniport help <verb>"')
  })

  test('is not there for another word', async () => {
    expect(await fail('help', 'lst')).toMatchObject(
      usage(
        expect.stringMatching(
          /^There is no verb "lst"; did you mean "list"\? The verbs are list, call, .*, help$/,
        ) as never,
      ),
    )
  })
})

test('the version is printed', async () => {
  expect(await runWith(['--version', '--text'])).toMatchObject({ code: 0, printed: `${version}\n` })
})

describe('a line that is not understood', () => {
  const list = `The verbs are ${[...verbs.map(({ name }) => name), 'help'].join(', ')}`

  test.each([
    [['--json'], `Say what to do. ${list}`],
    [['lits'], `There is no verb "lits"; did you mean "list"? ${list}`],
    [['qqqqqq'], `There is no verb "qqqqqq". ${list}`],
    [['notes', 'list'], 'There is no verb "notes". The verb comes first: omniport list notes …'],
    [['list', 'a', '--heder', 'A: b'], "unknown option '--heder'; did you mean --header?"],
    [['list', 'a', '--bear', 'A'], "unknown option '--bear'; did you mean --bearer-env?"],
    [['list', 'a', '--qqqqqqqq'], "unknown option '--qqqqqqqq'"],
    [['list', 'a', '--prot', 'auto'], "unknown option '--prot'; did you mean --protocol?"],
    [['serve', 'a', '--worker', '2'], "unknown option '--worker'; did you mean --workers?"],
    [['--worker'], "unknown option '--worker'"],
    [['list', 'a', '-q'], "unknown option '-q'"],
    [['list', 'a', '--timeout'], '--timeout <ms>: the value is missing'],
    [['serve', 'a', '--auth'], 'serve: --auth does not apply here; "omniport help serve" shows those that do'],
    [['list', 'a', '--json', '--text'], "option '--text' cannot be used with option '--json'"],
  ])('says what is wrong with it: %j', async (argv, message) => {
    expect(await fail(...argv)).toEqual(usage(message))
  })

  test.each([
    ['--timeout', '0', 'It must be a number of milliseconds above 0.'],
    ['--timeout', '1.5', 'It must be a number of milliseconds above 0.'],
    ['--timeout', '1234567890', 'It must be a number of milliseconds above 0.'],
    ['--port', '65536', 'It must be a port, 0 to 65535.'],
    ['--port', '-1', 'It must be a port, 0 to 65535.'],
    ['--port', '123456', 'It must be a port, 0 to 65535.'],
    ['--header', 'no colon', 'It must be "Name: value".'],
    ['--header', 'a b: c', 'It must be "Name: value".'],
    ['--env', 'A', 'It must be NAME=value.'],
    ['--env', '=b', 'It must be NAME=value.'],
    ['--allowed-host', 'a b', 'It must be a name as in the header Host, such as mcp.example.com.'],
    ['--allowed-host', 'http://a', 'It must be a name as in the header Host, such as mcp.example.com.'],
    ['--protocol', '2020-01-01', 'Allowed choices are auto, legacy, modern, 2024-11-05'],
    ['--log-level', 'loud', 'Allowed choices are debug, info, notice, warning, error'],
  ])('says what a value must be: %s %s', async (option, value, message) => {
    expect(await fail('bridge', 'a', 'b', option, value)).toMatchObject(
      usage(expect.stringContaining(message) as never),
    )
  })

  test.each([
    ['--timeout', '1'],
    ['--timeout', '999999999'],
    ['--protocol', 'modern'],
    ['-H', 'X-A:b'],
    ['-e', 'A='],
    ['--port', '0'],
    ['--port', '65535'],
  ])('is not one for its value: %s %s', async (option, value) => {
    expect(await fail('bridge', 'a', 'b', option, value)).toEqual(usage('bridge takes one target, got "b" as well'))
  })

  test.each(['mcp.example.com', 'a:1', '[::1]', '[::1]:3000', 'localhost:65535'])(
    'is not one for the name of a host: %s',
    async (name) => {
      const message = 'serve takes one module, got "b" as well'
      expect(await fail('serve', 'a', 'b', '--allowed-host', name, '--allowed-host', 'c')).toEqual(usage(message))
    },
  )
})

describe('a program that is not behind "--"', () => {
  const one = 'bridge takes one target, got "server.js" as well'

  test.each(['node', 'npx', '/usr/bin/python3', 'C:\\Node\\NODE.EXE', 'npm.cmd', 'docker'])(
    'is named: %s',
    async (word) => {
      expect(await fail('bridge', word, 'server.js')).toEqual(
        usage(`${one}; if "${word}" is a program to start, it comes last, after "--"`),
      )
    },
  )

  test.each([
    [['bridge', 'nodes', 'server.js'], one],
    [['bridge', 'notes', 'server.js', '--', 'node'], 'bridge takes one target, got "notes" as well'],
    [['list', 'node', '--', 'x'], expect.not.stringContaining('program to start')],
  ])('is not named where that helps nobody: %j', async (argv, message) => {
    expect((await fail(...argv)).message).toEqual(message)
  })
})

describe('a failure is written', () => {
  const failing = ['bridge', 'a', 'b']
  const message = 'bridge takes one target, got "b" as well'

  test('as JSON for programs, and for people at a terminal', async () => {
    const { code, errors } = await runWith(failing)
    expect([code, errors]).toEqual([1, [JSON.stringify({ error: { code: 'usage', message } })]])
    expect((await runWith([...failing, '--text'])).errors).toEqual([`error: ${message}`])
    const status = () => {}
    expect((await runWith(failing, { status })).errors).toEqual([`\u001b[31merror:\u001b[39m ${message}`])
    expect((await runWith([...failing, '--no-color'], { status })).errors).toEqual([`error: ${message}`])
  })

  test('in the envelope where that is asked for, also of a line that was not understood', async () => {
    const { io, stderr } = createMemoryIo({ cwd: '/', status: () => {} })
    io.warn('careful')
    expect(await runLine(['--qqqqqqqq', '--json'], io)).toBe(1)
    expect(JSON.parse(stderr().at(-1) ?? '')).toEqual({
      error: { code: 'usage', message: "unknown option '--qqqqqqqq'" },
      warnings: ['careful'],
    })
  })

  test.each([
    [new CliError('tool', 'x'), 5, { code: 'tool', message: 'x' }],
    [new OmniportError('timeout', 'x'), 4, { code: 'timeout', message: 'x' }],
    [new Interrupted('SIGINT'), 130, { code: 'interrupted', message: 'Ended by SIGINT' }],
    [new Error('x'), 1, { code: 'internal', message: 'x' }],
  ])('with its exit code: %s', async (reason, code, error) => {
    const { io, stderr } = createMemoryIo({ cwd: '/' })
    expect([await reportFailure(reason, {}, io), stderr()]).toEqual([code, [JSON.stringify({ error })]])
  })
})
