import { describe, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { run } from '../run.js'
import { verbs } from './verbs.js'

const fail = async (...argv: readonly string[]) => {
  const { io, stderr } = createMemoryIo({ cwd: '/' })
  const code = await run(argv, io)
  return { code, ...JSON.parse(stderr().at(-1) ?? '{}').error }
}

describe('the value of an option', () => {
  test.each([
    [['listen', 'a', '--count', '0'], 'It must be a number above 0.'],
    [['listen', 'a', '--count', '1x'], 'It must be a number above 0.'],
    [['listen', 'a', '--count', '1000000000'], 'It must be a number above 0.'],
    [['serve', 'a', '--workers', '0'], 'It must be a number from 1 to 999.'],
    [['serve', 'a', '--workers', '1000'], 'It must be a number from 1 to 999.'],
    [['tap', 'a', '--max-message', '0'], 'It must be a whole number, 1 to 1024.'],
    [['tap', 'a', '--max-message', '1025'], 'It must be a whole number, 1 to 1024.'],
    [['tap', 'a', '--max-message', '1.5'], 'It must be a whole number, 1 to 1024.'],
    [['listen', 'a', '--count', 'x1'], 'It must be a number above 0.'],
    [['serve', 'a', '--workers', 'x1'], 'It must be a number from 1 to 999.'],
    [['serve', 'a', '--workers', '1x'], 'It must be a number from 1 to 999.'],
    [['tap', 'a', '--max-message', 'x1'], 'It must be a whole number, 1 to 1024.'],
    [['tap', 'a', '--max-message', '1e3'], 'It must be a whole number, 1 to 1024.'],
    [['diff', 'a', 'b', '--ignore', 'x'], 'It must be a JSON pointer, such as /result/_meta.'],
    [['replay', 'a', 'b', '--ignore', 'x/'], 'It must be a JSON pointer, such as /result/_meta.'],
  ])('is checked: %j', async (argv, message) => {
    expect(await fail(...argv)).toMatchObject({ code: 'usage', message: expect.stringContaining(message) })
  })

  const parse = (verb: string, long: string, text: string, before?: unknown): unknown =>
    verbs
      .find(({ name }) => name === verb)
      ?.options?.find((option) => option.long === long)
      ?.parseArg?.(text, before)

  test('is a number, or one more of a list', () => {
    expect([parse('listen', '--count', '1'), parse('listen', '--count', '999999999')]).toEqual([1, 999_999_999])
    expect([parse('serve', '--workers', '1'), parse('serve', '--workers', '999')]).toEqual([1, 999])
    expect([parse('tap', '--max-message', '1'), parse('record', '--max-message', '1024')]).toEqual([1, 1_024])
    expect(parse('diff', '--ignore', '/b', ['/a'])).toEqual(['/a', '/b'])
    expect(parse('host', '--root', 'b', ['a'])).toEqual(['a', 'b'])
  })
})

test('each option says what it is for', () => {
  const options = verbs.flatMap((verb) => [...(verb.options ?? [])])
  expect(options.length).toBeGreaterThan(40)
  expect(options.filter(({ description }) => !/^[a-zA-Z].*\w\W*$/.test(description)).map(({ long }) => long)).toEqual(
    [],
  )
  const saves = options.filter(({ short }) => short === '-o').map(({ description }) => description)
  expect([...new Set(saves)]).toEqual([
    'save images, sounds and files of the result to a file, or into a folder',
    'save the contents to a file, or into a folder',
    'save images, sounds and files of the messages to a file, or into a folder',
    'save the file to a file, or into a folder',
    'the recording; by default a new file in the settings of the user',
    'keep the recording of the answers',
  ])
})

test('an option that is not given has what its verb begins with', () => {
  const optionOf = (verb: string, long: string) =>
    verbs.find(({ name }) => name === verb)?.options?.find((option) => option.long === long)
  for (const [verb, long] of [
    ['host', '--root'],
    ['console', '--root'],
    ['diff', '--ignore'],
    ['replay', '--ignore'],
  ] as const)
    expect(optionOf(verb, long)).toMatchObject({ defaultValue: [], defaultValueDescription: 'none' })
  expect(optionOf('run', '--sdk')?.defaultValue).toMatch(/^npm:@omniport\/sdk@\d+\.\d+\.\d+$/)
  expect(optionOf('host', '--model-url')?.description).toMatch(/; by default none$/)
  expect(optionOf('console', '--model-url')?.description).toMatch(/; by default you answer$/)
})

test.each([
  [['tap'], 'There is no target: give a URL, the name of a server in mcp.json, or "-- command args…"'],
  [['serve'], 'There is no target: give the path of a server module, such as ./server.js'],
  [['login'], 'There is no target: give a URL, or the name of a server in mcp.json'],
])('%j says which targets it takes', async (argv, message) => {
  expect(await fail(...argv)).toEqual({ code: 'usage', message })
})

test('the page of a verb has its options, but for one that only this program writes', async () => {
  const { io, stdout } = createMemoryIo({ cwd: '/' })
  expect(await run(['help', 'tap'], io)).toBe(0)
  const page = stdout().replace(/\s+/g, ' ')
  expect(page).toContain(
    '--install let a host start a configured server through tap: cursor, "Claude Desktop", … or a file',
  )
  expect(page).toContain('--uninstall undo that, and nothing else')
  expect(page).not.toContain('--installed')
  expect(page).toContain('Examples: omniport tap -- node server.js omniport tap http://127.0.0.1:3000/mcp')
})
