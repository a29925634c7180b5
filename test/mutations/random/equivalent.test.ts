import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { equivalent, reasonOf } from '../../../mutations/random/equivalent.mjs'
import { root } from '../../support/root.js'

const textOf = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')

test('mutants that are called equivalent stand in their file, and have a reason each', () => {
  const wrong = equivalent.filter(({ file, original, reason }) => reason === '' || !textOf(file).includes(original))
  expect(wrong).toEqual([])
})

test('where their text stands more than once in the file, they say the line that it begins on', () => {
  const wrong = equivalent.filter(({ file, line, original }) => {
    const text = textOf(file)
    if (line === undefined) return text.split(original).length > 2
    const [first = ''] = original.split('\n')
    return !line.includes(first) || !text.split('\n').some((each) => each.trim() === line)
  })
  expect(wrong).toEqual([])
})

test('a mutant with the same text on another line is not one of them', () => {
  const file = 'packages/omniport/src/transport/stdio/process/process-group.ts'
  const location = { start: { line: 0, column: 0 }, end: { line: 0, column: 0 } }
  const mutant = { file, mutatorName: 'BooleanLiteral', replacement: 'false', location }
  const reasons = [
    "spawnSync('taskkill', ['/PID', String(pid), '/T', ...force], { stdio: 'ignore', windowsHide: true })",
    '',
  ]
  expect(reasons.map((line) => reasonOf(mutant, 'true', line))).toEqual(['Only Windows shows windows.', undefined])
})
