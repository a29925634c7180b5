import { beforeEach, expect, test } from 'vitest'
import { StderrLines } from './stderr-lines.js'

let text = ''
let stderr: StderrLines

beforeEach(() => {
  text = ''
  stderr = new StderrLines(async (bytes) => {
    text += String(bytes)
  })
})

const pass = (part: string) => stderr.pass(Buffer.from(part))

test('lines are written at once where the program is between lines', async () => {
  stderr.print('a')
  await pass('one\n')
  stderr.print('b')
  expect(text).toBe('a\none\nb\n')
})

test('within a line of the program they wait for its end', async () => {
  await pass('on')
  stderr.print('a')
  await pass('e')
  expect(text).toBe('one')
  await pass('\ntwo\nthr')
  stderr.print('b')
  await pass('ee\n')
  expect(text).toBe('one\ntwo\na\nthree\nb\n')
})

test('they do not wait for ever', async () => {
  await pass('on')
  for (let n = 0; n <= 100; n += 1) stderr.print('a')
  expect(text).toBe(`on${'a\n'.repeat(101)}`)
  stderr.print('b')
  stderr.flush()
  expect(text.endsWith('b\n')).toBe(true)
})
