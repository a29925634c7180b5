import { describe, expect, test } from 'vitest'
import { editToml, readToml } from './toml-text.js'

const at = (text: string, name = 'a') => ({ file: 'config.toml', text, root: 'mcp_servers', name })

test('the members of a file are read, after a byte order mark too', () => {
  expect(readToml(at('\ufeffb = 1\n[mcp_servers.a]\ncommand = "node"\n'))).toEqual({
    b: 1,
    mcp_servers: { a: { command: 'node' } },
  })
})

test('text that is not TOML is refused, without what it says', () => {
  expect(() => readToml(at('b = 1\nsecret = '))).toThrow(
    expect.objectContaining({
      code: 'invalid_config',
      message: expect.stringMatching(/^config\.toml:2: not TOML, so it is left as it is: (?!Invalid TOML)[^\n]+$/),
    }),
  )
})

test('text that nests too deeply is refused', () => {
  expect(() => readToml(at(`b = ${'['.repeat(101)}${']'.repeat(101)}`))).toThrow(
    expect.objectContaining({ code: 'invalid_config' }),
  )
  expect(readToml(at(`b = ${'['.repeat(50)}${']'.repeat(50)}`))).toHaveProperty('b')
})

const entry = { command: 'no"de', args: ['x', 'y z'], env: { TOKEN: 't', 'my key': 'v' } }
const tables = [
  '[mcp_servers.a]',
  'command = "no\\"de"',
  'args = ["x", "y z"]',
  '',
  '[mcp_servers.a.env]',
  'TOKEN = "t"',
  '"my key" = "v"',
  '',
]

describe('an entry is put at the end', () => {
  test.each([
    ['of an empty file', '', '\n', ''],
    ['after an empty line', 'b = 1\n', '\n', 'b = 1\n\n'],
    ['after a last line that has no end', 'b = 1', '\n', 'b = 1\n\n'],
    ['after an empty line that is there', 'b = 1\n\n', '\n', 'b = 1\n\n'],
    ['with the line ends of the file', 'b = 1\r\n', '\r\n', 'b = 1\r\n\r\n'],
    ['after an empty line of them', 'b = 1\r\n\r\n', '\r\n', 'b = 1\r\n\r\n'],
  ])('%s', (_name, text, eol, start) => {
    expect(editToml(at(text), entry, false)).toBe(`${start}${tables.join(eol)}`)
  })

  test('with its name in quotes, where it needs them', () => {
    expect(editToml(at('', 'a.b'), { url: 'u' }, false)).toBe('[mcp_servers."a.b"]\nurl = "u"\n')
  })

  test('in the place of another', () => {
    const text = '[mcp_servers.a]\ncommand = "old"\n[x]\ny = 1\n'
    expect(editToml(at(text), { command: 'new' }, true)).toBe('[x]\ny = 1\n\n[mcp_servers.a]\ncommand = "new"\n')
  })
})

describe('an entry is taken out', () => {
  test.each([
    [
      'with the tables below it',
      '[mcp_servers.a]\nx = 1\n[mcp_servers.a.env]\ny = 2\n[mcp_servers.b]\nz = 3\n',
      '[mcp_servers.b]\nz = 3\n',
    ],
    ['in quotes', '[ mcp_servers . "a" ] # mine\nx = 1\n[c]\n', '[c]\n'],
    ['with a list of tables', '[[mcp_servers.a.list]]\nx = 1\n[c]\n', '[c]\n'],
    [
      'and comments before the next table stay',
      'q = 1\n[mcp_servers.a]\n# inside\nx = 1\n# of c\n\n[c]\n',
      'q = 1\n# of c\n\n[c]\n',
    ],
    ['and comments at the end stay', '[mcp_servers.a]\nx = 1\n# the end\n', '# the end\n'],
    ['and a table of a longer name stays', '[mcp_servers.ab]\nx = 1\n[mcp_servers.a]\n', '[mcp_servers.ab]\nx = 1\n'],
    ['and a table of the same name elsewhere stays', '[other.a]\nx = 1\n', '[other.a]\nx = 1\n'],
    ['from lines that end otherwise', '[mcp_servers.a]\r\nx = 1\r\n[c]\r\n', '[c]\r\n'],
  ])('%s', (_name, text, rest) => {
    expect(editToml(at(text), undefined, true)).toBe(rest)
  })

  test('of which there is none, from a text that stays as it is', () => {
    const text = '[mcp_servers.a]\nx = 1\n'
    expect(editToml(at(text), undefined, false)).toBe(text)
  })
})
