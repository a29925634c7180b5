import { describe, expect, test } from 'vitest'
import { findServers } from './config-entry.js'
import { installTap, uninstallTap } from './edit-entry.js'

const tap = ['/bin/node', 'main.js', 'tap']
const fileOf = (entry: string) => `{ "mcpServers": { "a": ${entry} } }`

function edited(edit: typeof uninstallTap, entry: string): string {
  const text = fileOf(entry)
  const [found] = findServers(text, 'a.json', '/p')
  if (found === undefined) throw new TypeError('there is an entry')
  const changed = edit(text, found)
  const [start, end] = fileOf('|').split('|')
  return changed.slice(start?.length, changed.length - (end?.length ?? 0))
}

const install = (entry: string) => edited((text, found) => installTap(text, found, tap), entry)
const uninstall = (entry: string) => edited(uninstallTap, entry)

describe('tap is put before the program of an entry, and taken out again', () => {
  test.each([
    [
      'with arguments',
      '{ "command": "run" /* it */, "args": [ "x", "y" ], "env": {} }',
      '{ "command": "/bin/node" /* it */, "args": ["main.js", "tap", "--installed=args", "--", "run", "x", "y" ], "env": {} }',
    ],
    [
      'with an empty list of arguments',
      '{ "args": [], "command": "run" }',
      '{ "args": ["main.js", "tap", "--installed=args", "--", "run"], "command": "/bin/node" }',
    ],
    [
      'without arguments',
      '{ "command": "run", "env": {} }',
      '{ "command": "/bin/node", "args": ["main.js", "tap", "--installed=command", "--", "run"], "env": {} }',
    ],
    [
      'that is written with escapes',
      '{ "command": "r\\u0075n\\\\", "args": ["x"] }',
      '{ "command": "/bin/node", "args": ["main.js", "tap", "--installed=args", "--", "r\\u0075n\\\\","x"] }',
    ],
    [
      'in a list',
      '{ "command": [ "run", "x" ] }',
      '{ "command": ["/bin/node", "main.js", "tap", "--installed=list", "--", "run", "x" ] }',
    ],
  ])('%s', (_name, entry, installed) => {
    const changed = install(entry)
    expect(changed.replaceAll(', "', ',"').replaceAll('[ ', '[')).toBe(
      installed.replaceAll(', "', ',"').replaceAll('[ ', '['),
    )
    expect(install(changed)).toBe(changed)
    expect(uninstall(changed)).toBe(entry)
  })
})

describe('tap is taken out', () => {
  const args = (list: string) => `{ "command": "/bin/node", "args": ${list} }`
  const command = '"main.js", "tap", "--installed=command", "--", "run"'

  test.each([
    [
      'with a comment in a line',
      args('["--installed=args", "--", "run" // a, b\n , "x"]'),
      '{ "command": "run", "args": [ "x"] }',
    ],
    [
      'with comments in blocks',
      args('["--installed=args", "--", "run" /* a\n, *//**/, "x"]'),
      '{ "command": "run", "args": [ "x"] }',
    ],
    [
      'and arguments that were added since stay',
      args(`[${command}, "more"]`),
      '{ "command": "run", "args": [ "more"] }',
    ],
    ['and no list of arguments is left', args(`[${command}]`), '{ "command": "run" }'],
    [
      'and an empty list is left, if it was there',
      args('["--installed=args", "--", "run"]'),
      '{ "command": "run", "args": [] }',
    ],
    [
      'and the first member goes with its comma',
      `{ "args": [${command}], "command": "/bin/node" }`,
      '{  "command": "run" }',
    ],
    [
      'from a list that is empty else',
      '{ "command": ["/bin/node", "--installed=list", "--", "run"] }',
      '{ "command": [ "run"] }',
    ],
  ])('%s', (_name, entry, restored) => {
    expect(uninstall(entry)).toBe(restored)
  })

  test.each([
    ['without a mark', args('["main.js", "tap", "--", "run"]')],
    ['with a mark of another kind', args('["--installed=other", "--", "run"]')],
    ['with a longer mark', args('["--installed=args2", "--", "run"]')],
    ['with something before the mark', args('["x--installed=args", "--", "run"]')],
    ['without the two dashes', args('["--installed=args", "run"]')],
    ['without a program', args('["--installed=args", "--"]')],
    ['with a program that is no text', args('["--installed=args", "--", 7]')],
    ['without a command', '{ "args": ["--installed=args", "--", "run"] }'],
    ['with no words', '{ "command": "run", "args": "x" }'],
  ])('of nothing: an entry %s', (_name, entry) => {
    expect(uninstall(entry)).toBe(entry)
  })
})

describe('an entry that starts no program is refused', () => {
  const address = 'run "omniport tap <url>", and put the address that it prints into the entry'

  test.each([
    ['{ "url": "https://a" }', address],
    ['{ "httpUrl": "https://a" }', address],
    ['{ "serverUrl": "https://a" }', address],
    ['{ "baseUrl": "https://a" }', address],
    ['{}', 'it has no command'],
    ['{ "command": 7, "args": [] }', 'it has no command'],
  ])('%s', (entry, advice) => {
    expect(() => install(entry)).toThrow(
      expect.objectContaining({ code: 'usage', message: `a starts no program: ${advice}` }),
    )
  })

  test('and one whose arguments are no list', () => {
    expect(() => install('{ "command": "run", "args": "x" }')).toThrow(
      expect.objectContaining({
        code: 'invalid_config',
        message: 'a: args must be a list, so the entry is left as it is',
      }),
    )
  })
})
