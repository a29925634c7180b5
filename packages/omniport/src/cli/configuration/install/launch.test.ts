import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { entryName, parseLaunch, withFullPaths } from './launch.js'

const noOptions = { env: [], header: [] }
const words = (url?: string, command?: readonly string[]) => ({ action: 'install', url, command })

describe('how a server is reached', () => {
  test.each([
    [words('https://a.example/mcp'), noOptions, { url: 'https://a.example/mcp', headers: {} }],
    [
      words('HTTP://a.example'),
      { ...noOptions, header: [' X-Key :  a:b '] },
      { url: 'HTTP://a.example', headers: { 'X-Key': 'a:b' } },
    ],
    [words(undefined, ['node']), noOptions, { command: 'node', args: [], env: {} }],
    [
      words(undefined, ['node', 'a', 'b']),
      { ...noOptions, env: ['A=b=c', 'D='] },
      { command: 'node', args: ['a', 'b'], env: { A: 'b=c', D: '' } },
    ],
  ])('%j', (given, options, launch) => {
    expect(parseLaunch(given, options)).toEqual(launch)
  })

  test.each([
    ['neither', words(), noOptions, 'config install: give a URL or "-- command args…", one of them'],
    [
      'both',
      words('https://a.example', ['node']),
      noOptions,
      'config install: give a URL or "-- command args…", one of them',
    ],
    [
      'another scheme',
      words('ftp://a.example'),
      noOptions,
      'config install: the URL must start with http:// or https://',
    ],
    [
      'a scheme later',
      words('x:http://a.example'),
      noOptions,
      'config install: the URL must start with http:// or https://',
    ],
    ['one slash', words('http:/a.example'), noOptions, 'config install: the URL must start with http:// or https://'],
    ['no host', words('http://'), noOptions, 'config install: the URL must start with http:// or https://'],
    ['no valid port', words('http://a:b'), noOptions, 'config install: the URL must start with http:// or https://'],
    [
      'a variable for a URL',
      words('https://a.example'),
      { ...noOptions, env: ['A=b'] },
      'config install: --env is for a command; a URL has --header',
    ],
    [
      'a header for a command',
      words(undefined, ['node']),
      { ...noOptions, header: ['A: b'] },
      'config install: --header is for a URL; a command has --env',
    ],
    ['no command', words(undefined, []), noOptions, 'There is no command after "--"'],
    ['an empty command', words(undefined, ['', 'x']), noOptions, 'There is no command after "--"'],
  ])('is not said by %s', (_name, given, options, message) => {
    expect(() => parseLaunch(given, options)).toThrow(expect.objectContaining({ code: 'usage', message }))
  })

  test('messages name the action', () => {
    expect(() => parseLaunch({ ...words(), action: 'add' }, noOptions)).toThrow('config add: give a URL')
  })
})

let cwd: string

beforeEach(async () => {
  cwd = join(await mkdtemp(join(tmpdir(), 'launch-')), 'My Server!')
  await mkdir(join(cwd, 'folder'), { recursive: true })
  for (const name of ['server.js', 'node', 'folder/run']) await writeFile(join(cwd, name), '')
})

afterEach(() => rm(join(cwd, '..'), { recursive: true }))

test('files that are named get full paths, programs without a slash and folders do not', async () => {
  const env = { A: './server.js' }
  expect(
    await withFullPaths({ command: 'node', args: ['server.js', './folder/run', 'folder', '-x', 'node'], env }, cwd),
  ).toEqual({
    command: 'node',
    args: [join(cwd, 'server.js'), join(cwd, 'folder/run'), 'folder', '-x', join(cwd, 'node')],
    env,
  })
  expect(await withFullPaths({ command: './folder/run', args: [], env: {} }, cwd)).toMatchObject({
    command: join(cwd, 'folder/run'),
  })
  expect(await withFullPaths({ command: './missing', args: [], env: {} }, cwd)).toMatchObject({ command: './missing' })
  const address = { url: 'https://a.example', headers: {} }
  expect(await withFullPaths(address, cwd)).toBe(address)
})

describe('the name of an entry', () => {
  const program = { command: 'node', args: [], env: {} }
  const address = { url: 'https://mcp.a.example:8080/x', headers: {} }

  test('is the given one, the host of the URL, the package, or the folder', async () => {
    expect(await entryName(address, 'given-1', { cwd })).toBe('given-1')
    expect(await entryName(address, undefined, { cwd })).toBe('mcp-a-example')
    expect(await entryName(program, undefined, { cwd })).toBe('My-Server')
    await writeFile(join(cwd, 'package.json'), '{"name":"@me/notes"}')
    expect(await entryName(program, undefined, { cwd })).toBe('me-notes')
  })

  test.each(['{', '{"name":7}', '{}'])('is that of the folder where the package is %s', async (text) => {
    await writeFile(join(cwd, 'package.json'), text)
    expect(await entryName(program, undefined, { cwd })).toBe('My-Server')
  })

  test('is found without lines at its ends', async () => {
    await writeFile(join(cwd, 'package.json'), '{"name":"__a__b--"}')
    expect(await entryName(program, undefined, { cwd })).toBe('a__b')
  })

  test.each(['a', 'A-1_b', '0', 'a'.repeat(64)])('may be %s', async (name) => {
    expect(await entryName(program, name, { cwd })).toBe(name)
  })

  test.each(['', '-a', '_a', 'a b', 'a.b', 'é', 'a'.repeat(65)])('may not be %j', async (name) => {
    await expect(entryName(program, name, { cwd })).rejects.toMatchObject({
      code: 'usage',
      message: `config install: --name must be letters, digits, _ and -, got "${name}"`,
    })
  })

  test('is asked for where there is noOptions', async () => {
    await writeFile(join(cwd, 'package.json'), '{"name":"ééé"}')
    await expect(entryName(program, undefined, { cwd })).rejects.toMatchObject({
      code: 'usage',
      message: 'config install: this folder has no name to call the server by; give one with --name',
    })
  })
})
