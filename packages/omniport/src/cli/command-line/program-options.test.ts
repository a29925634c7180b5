import { InvalidArgumentError } from 'commander'
import { describe, expect, test } from 'vitest'
import { revisions } from '../../entries/index.js'
import { logLevels } from '../../entries/protocol.js'
import { programOptions } from './program-options.js'

const optionOf = (long: string) => programOptions().find((option) => option.long === long)

const parse = (long: string, text: string, before?: unknown): unknown => optionOf(long)?.parseArg?.(text, before)

describe('the value of an option', () => {
  test.each([
    ['--timeout', '1', 1],
    ['--timeout', '999999999', 999_999_999],
    ['--port', '0', 0],
    ['--port', '3000', 3_000],
    ['--port', '65535', 65_535],
  ])('is a number: %s %s', (long, text, value) => {
    expect(parse(long, text)).toBe(value)
  })

  test.each([
    ['--header', 'B: c', ['A: b']],
    ['--header', "!#$%&'*+.^_`|~-09AZaz : x", []],
    ['--env', 'B=c=d', ['A=b']],
    ['--env', 'B=', []],
    ['--allowed-host', 'b.example:65535', ['a']],
    ['--allowed-host', 'my_host-1.example', ['a']],
    ['--allowed-host', '[fe80::ABCD]', ['a']],
    ['--allowed-host', '[::ffff:127.0.0.1]:3000', ['a']],
  ])('is one more of a list: %s %s', (long, text, before) => {
    expect(parse(long, text, before)).toEqual([...before, text])
  })

  test('begins a list where there is none', () => {
    expect(parse('--allowed-host', 'a')).toEqual(['a'])
  })

  test.each([
    ['--timeout', 'x1', 'It must be a number of milliseconds above 0.'],
    ['--timeout', '1x', 'It must be a number of milliseconds above 0.'],
    ['--timeout', '', 'It must be a number of milliseconds above 0.'],
    ['--port', 'x80', 'It must be a port, 0 to 65535.'],
    ['--port', '80x', 'It must be a port, 0 to 65535.'],
    ['--port', '000080', 'It must be a port, 0 to 65535.'],
    ['--header', ' A: b', 'It must be "Name: value".'],
    ['--header', ': b', 'It must be "Name: value".'],
    ['--header', 'Ä: b', 'It must be "Name: value".'],
    ['--env', '', 'It must be NAME=value.'],
    ['--allowed-host', 'a:123456', 'It must be a name as in the header Host, such as mcp.example.com.'],
    ['--allowed-host', 'a:', 'It must be a name as in the header Host, such as mcp.example.com.'],
    ['--allowed-host', 'a:80/mcp', 'It must be a name as in the header Host, such as mcp.example.com.'],
    ['--allowed-host', '/a', 'It must be a name as in the header Host, such as mcp.example.com.'],
    ['--allowed-host', '[g::1]', 'It must be a name as in the header Host, such as mcp.example.com.'],
    ['--allowed-host', '[]', 'It must be a name as in the header Host, such as mcp.example.com.'],
  ])('is refused: %s "%s"', (long, text, message) => {
    expect(() => parse(long, text, [])).toThrow(new InvalidArgumentError(message))
  })
})

test('a choice is one of those that there are', () => {
  expect(optionOf('--protocol')?.argChoices).toEqual(['auto', 'legacy', 'modern', ...revisions])
  expect(optionOf('--log-level')?.argChoices).toEqual(logLevels)
})

test('what is not given is empty, or the address of this machine', () => {
  const defaults = programOptions().flatMap(({ long, defaultValue, defaultValueDescription }) =>
    defaultValue === undefined ? [] : [[long, defaultValue, defaultValueDescription]],
  )
  expect(defaults).toEqual([
    ['--env', [], 'none'],
    ['--header', [], 'none'],
    ['--host', '127.0.0.1', undefined],
  ])
})

test('each option says what it is for', () => {
  const vague = programOptions().filter(({ description }) => !/^[a-z-].{14,}\w\W*$/.test(description))
  expect(vague.map(({ long }) => long)).toEqual([])
  expect(programOptions()).toHaveLength(18)
})
