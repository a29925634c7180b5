import { describe, expect, test } from 'vitest'
import { editEntry, readEntry } from './config-text.js'

const json = (text: string, name = 'a') => ({ file: 'mcp.json', text, root: 'servers', name })
const toml = (text: string) => ({ file: 'config.toml', text, root: 'servers', name: 'a' })
const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

test.each([
  [json(''), undefined],
  [json('{"servers":{}}'), undefined],
  [json('{"servers":{"a":{"command":"x"},"b":1}}'), { command: 'x' }],
  [json('{"servers":{}}', 'toString'), undefined],
  [toml('[servers.a]\ncommand = "x"\n'), { command: 'x' }],
  [toml('b = 1\n'), undefined],
])('an entry is read: %j', async (position, entry) => {
  expect(plain(await readEntry(position))).toEqual(entry)
})

test.each([
  ['[]', 'mcp.json: "servers" must hold servers by name, so the file is left as it is'],
  ['null', 'mcp.json: "servers" must hold servers by name, so the file is left as it is'],
  ['"x"', 'mcp.json: "servers" must hold servers by name, so the file is left as it is'],
])('servers that are %s are refused', async (servers, message) => {
  const failure = { code: 'invalid_config', message }
  await expect(readEntry(json(`{"servers":${servers}}`))).rejects.toMatchObject(failure)
  await expect(editEntry(json(`{"servers":${servers}}`), { url: 'u' })).rejects.toMatchObject(failure)
})

describe('the text with another entry', () => {
  test('has all else as it was', async () => {
    const text = '{ /* mine */\n  "b": 1,\n  "servers": {\n    "c": {}\n  }\n}\n'
    const changed = await editEntry(json(text), { url: 'u' })
    expect(changed).toBe(text.replace('"c": {}', '"c": {},\n    "a": {\n      "url": "u"\n    }'))
    expect(await editEntry(json(changed), undefined)).toBe(text)
  })

  test('of TOML is read again, dates and all', async () => {
    const text = 'at = 2026-01-02T03:04:05Z\n[servers.c]\nx = [{ y = 1 }]\n'
    const changed = await editEntry(toml(text), { url: 'u' })
    expect(changed).toBe(`${text}\n[servers.a]\nurl = "u"\n`)
    expect(await editEntry(toml(changed), undefined)).toBe(`${text}\n`)
  })

  test('may have a name that objects have by themselves', async () => {
    const changed = await editEntry(json('{}', '__proto__'), { url: 'u' })
    expect(plain(await readEntry(json(changed, '__proto__')))).toEqual({ url: 'u' })
  })

  test('without the only entry has no servers, or none by name', async () => {
    expect(await editEntry(toml('[servers.a]\nurl = "u"\n'), undefined)).toBe('')
  })

  test.each([
    ['servers twice', json('{ "servers": { "a": {} }, "servers": { "b": {} } }')],
    ['an entry in one line of TOML', toml('servers = { a = { url = "old" } }\n')],
    ['an entry in one line of its table', toml('[servers]\na.url = "old"\n')],
  ])('cannot be made of %s', async (_name, position) => {
    await expect(editEntry(position, { url: 'u' })).rejects.toMatchObject({
      code: 'invalid_config',
      message: `${position.file}: "servers" is written in a way that cannot be edited here, so the file is left as it is: edit it by hand`,
    })
  })
})
