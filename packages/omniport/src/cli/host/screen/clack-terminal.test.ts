import { PassThrough, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { ClackTerminal } from './clack-terminal.js'
import type { Prompts } from './prompts.js'
import { marked } from './wrap-marked.js'

const down = '\u001b[B'
const esc = '\u001b'
const enter = '\r'

let input: PassThrough

/** A terminal of 80 columns, and what is on it. */
function open() {
  input = new PassThrough()
  let written = ''
  const output = Object.assign(
    new Writable({
      write(bytes, _encoding, done) {
        written += String(bytes)
        done()
      },
    }),
    { columns: 80, rows: 24, isTTY: true },
  )
  return { terminal: new ClackTerminal({ input, output }), written: () => written }
}

afterEach(() => void input.destroy())

/** One after the other, as a person presses them. */
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await new Promise(setImmediate)
    input.write(key)
  }
}

const options = ['one', 'two', 'three'].map((label, value) => ({ value, label }))

describe('keys', () => {
  test.each<[string, (prompts: Prompts) => Promise<unknown>, readonly string[], unknown]>([
    ['the first option', (it) => it.select({ message: 'Q', options }), [enter], 0],
    ['another option', (it) => it.select({ message: 'Q', options }), [down, enter], 1],
    ['the option it stands on', (it) => it.select({ message: 'Q', options, initial: 2 }), [enter], 2],
    ['no option', (it) => it.select({ message: 'Q', options }), ['\u0003'], undefined],
    ['no option any more', (it) => it.select({ message: 'Q', options }), ['\u0004'], undefined],
    ['one that is false', (it) => it.select({ message: 'Q', options: [{ value: false, label: 'x' }] }), [enter], false],
    ['some', (it) => it.multiselect({ message: 'Q', options }), [' ', down, ' ', enter], [0, 1]],
    ['none', (it) => it.multiselect({ message: 'Q', options }), [enter], []],
    [
      'others than before',
      (it) => it.multiselect({ message: 'Q', options, initial: [0] }),
      [' ', down, ' ', enter],
      [1],
    ],
    ['not to say', (it) => it.multiselect({ message: 'Q', options }), ['\u0003'], undefined],
    ['text', (it) => it.text({ message: 'Q' }), ['a', 'b', enter], 'ab'],
    ['no text', (it) => it.text({ message: 'Q', placeholder: 'x' }), [enter], ''],
    ['the text that was there', (it) => it.text({ message: 'Q', initial: 'ab' }), ['c', enter], 'abc'],
    ['text of two lines', (it) => it.text({ message: 'Q', isLong: true }), ['a', enter, 'b', enter, enter], 'a\nb'],
    ['text that fits', (it) => it.text({ message: 'Q', check: notA }), ['a', enter, 'b', enter], 'ab'],
    ['a secret', (it) => it.text({ message: 'Q', isSecret: true }), ['a', 'b', enter], 'ab'],
    ['no text at all', (it) => it.text({ message: 'Q' }), ['a', '\u0003'], undefined],
    ['to end', (it) => it.text({ message: 'Q' }), ['\u0004'], undefined],
    ['yes', (it) => it.confirm({ message: 'Q' }), [enter], true],
    ['no', (it) => it.confirm({ message: 'Q', initial: false }), [enter], false],
    ['y', (it) => it.confirm({ message: 'Q', initial: false }), ['y'], true],
    ['neither', (it) => it.confirm({ message: 'Q' }), ['\u0003'], undefined],
  ])('choose %s', async (_name, ask, keys, answer) => {
    const { terminal } = open()
    const [answered] = await Promise.all([ask(terminal), press(...keys)])
    expect(answered).toEqual(answer)
  })

  test('search among many', async () => {
    const many = Array.from({ length: 30 }, (_, value) => ({ value, label: `option ${value}` }))
    const { terminal } = open()
    const [answered] = await Promise.all([terminal.select({ message: 'Q', options: many }), press('2', '7', enter)])
    expect(answered).toBe(27)
  })

  test('leave with Esc', async () => {
    const { terminal } = open()
    const answering = terminal.select({ message: 'Q', options })
    await press(esc)
    expect(await answering).toBe(undefined)
  })
})

function notA(text: string): string | undefined {
  return text === 'a' ? 'must not be a' : undefined
}

test('what was pressed as a secret is not shown', async () => {
  const { terminal, written } = open()
  await Promise.all([terminal.text({ message: 'Q', isSecret: true }), press('x', 'y', 'z', enter)])
  expect(written()).not.toMatch(/[xyz]/)
})

test('the end of the input leaves what is open, and what comes after it', async () => {
  const { terminal } = open()
  const answering = terminal.text({ message: 'Q' })
  await new Promise(setImmediate)
  input.end()
  expect(await answering).toBe(undefined)
  expect(await terminal.select({ message: 'Q', options })).toBe(undefined)
})

test.each<[string, (prompts: Prompts, signal: AbortSignal) => Promise<unknown>]>([
  ['select', (it, signal) => it.select({ message: 'Q', options, signal })],
  ['multiselect', (it, signal) => it.multiselect({ message: 'Q', options, signal })],
  ['text', (it, signal) => it.text({ message: 'Q', signal })],
  ['long text', (it, signal) => it.text({ message: 'Q', isLong: true, signal })],
  ['confirm', (it, signal) => it.confirm({ message: 'Q', signal })],
])('%s is over when its signal aborts, and the next prompt gets the keys', async (_name, ask) => {
  const { terminal } = open()
  const controller = new AbortController()
  const answering = ask(terminal, controller.signal)
  await new Promise(setImmediate)
  controller.abort(new Error('enough'))
  await expect(answering).rejects.toThrow('enough')
  await expect(ask(terminal, controller.signal)).rejects.toThrow('enough')
  const [answered] = await Promise.all([terminal.select({ message: 'Q', options }), press(down, enter)])
  expect(answered).toBe(1)
  expect(input.listenerCount('keypress')).toBe(0)
})

describe('what a server says cannot steer the terminal', () => {
  const evil = 'a\u001b]0;evil\u0007\u009b2Jb\u202ec\u200bd\re'
  const evils = [{ value: 1, label: evil, hint: evil }]
  test.each<[string, (prompts: Prompts) => Promise<unknown>]>([
    ['select', (it) => it.select({ message: evil, options: evils })],
    ['search', (it) => it.select({ message: evil, options: Array.from({ length: 30 }, () => evils).flat() })],
    ['multiselect', (it) => it.multiselect({ message: evil, options: evils })],
    ['text', (it) => it.text({ message: evil, placeholder: evil })],
    ['what is filled in', (it) => it.text({ message: 'Q', initial: evil })],
    ['what is filled in for long', (it) => it.text({ message: evil, initial: evil, isLong: true })],
    ['problem', (it) => it.text({ message: 'Q', check: (text) => (text === '' ? evil : undefined) })],
    ['secret', (it) => it.text({ message: evil, isSecret: true })],
    ['confirm', (it) => it.confirm({ message: evil })],
    ['note', (it) => it.note(evil, evil)],
    ['say', (it) => it.print('bad', evil)],
    ['watch', async (it) => void (it as ClackTerminal).showProgress(evil, () => {}).hide()],
  ])('%s', async (_name, show) => {
    const { terminal, written } = open()
    await Promise.all([show(terminal), press(enter, 'x', enter, enter)])
    const raw = ['\u001b]', '\u009b', '\u0007', '\u202e', '\u200b', 'd\re']
    expect(raw.filter((text) => written().includes(text))).toEqual([])
  })

  test('nor pass a line that is too long for what this program says', async () => {
    const { terminal, written } = open()
    await terminal.note('Call', marked(`${'漢'.repeat(60)}${'x'.repeat(200)}`))
    const lines = stripVTControlCharacters(written()).split('\n')
    const printed = lines.filter((line) => /[漢x]/.test(line))
    expect(printed.length).toBeGreaterThan(4)
    expect(printed.filter((line) => !line.startsWith('│  │ '))).toEqual([])
  })

  test('what is filled in cannot press Enter', async () => {
    const { terminal } = open()
    const [answered] = await Promise.all([terminal.text({ message: 'Q', initial: 'a\r\nb\u0003c' }), press('d', enter)])
    expect(answered).toBe('a bcd')
  })
})

describe('what goes on', () => {
  test.each(['\u0003', '\u0004', esc])('is left by %j', async (key) => {
    const { terminal } = open()
    const left = new Promise<void>((resolve) => {
      const watching = terminal.showProgress('Calling', () => {
        watching.hide()
        resolve()
      })
    })
    await press(key)
    await left
    expect(input.listenerCount('keypress')).toBe(0)
  })

  test('does not get keys while it is hidden', async () => {
    const { terminal } = open()
    let times = 0
    const watching = terminal.showProgress('Calling', () => times++)
    watching.hide()
    await Promise.all([terminal.select({ message: 'Q', options }), press('\u0003')])
    watching.show()
    await press('\u0003')
    await new Promise(setImmediate)
    watching.hide()
    expect(times).toBe(1)
  })
})

test('what is printed has a mark of its tone, and a note its title', async () => {
  const marks = []
  for (const tone of ['plain', 'good', 'warning', 'bad'] as const) {
    const { terminal, written } = open()
    await terminal.print(tone, 'one\ntwo')
    const lines = stripVTControlCharacters(written()).split('\n')
    const at = lines.findIndex((line) => line.endsWith('one'))
    expect(lines[at + 1]).toMatch(/^\S {2}two$/)
    marks.push(lines[at]?.charAt(0))
    input.destroy()
  }
  expect(new Set(marks).size).toBe(4)
  const { terminal, written } = open()
  await terminal.note('The title', 'a line')
  expect(stripVTControlCharacters(written())).toMatch(/The title .*\n.*\n.* a line /)
})

test('a question says how long text ends, on lines of its own', async () => {
  const { terminal, written } = open()
  await Promise.all([terminal.text({ message: 'one\ntwo', isLong: true }), press('a', enter, enter)])
  expect(stripVTControlCharacters(written())).toMatch(/ one\n│ {2}two\n│ {2}\(an empty line ends it\)\n/)
})
