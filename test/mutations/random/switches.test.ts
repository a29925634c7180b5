import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instrument, mutantsOf } from '../../../mutations/random/instrument.mjs'
import { toMutantMark, toReachMark, withSwitches } from '../../../mutations/random/switches.mjs'

const source = "#!/usr/bin/env node\nconst sum = 2 + 3\nconsole.log(sum > 4 ? 'more' : 'less')\n"
let folder: string
let program: string
let idOfMinus: string | undefined
let idOfText: string | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switches-'))
  program = join(folder, 'sum.mjs')
  const mutants = (await mutantsOf('sum.ts', source)).map((mutant) => ({ file: 'sum.ts', ...mutant }))
  const wanted = mutants.filter(({ replacement }) => replacement === '2 - 3' || replacement === '""')
  const { texts, ids } = await instrument(new Map([['sum.ts', source]]), wanted)
  const numbers = [...ids]
  idOfMinus = numbers.find(([{ replacement }]) => replacement === '2 - 3')?.[1]
  idOfText = numbers.find(([{ location }]) => location.start.column === 22)?.[1]
  mkdirSync(join(folder, 'reached'))
  writeFileSync(program, withSwitches(texts.get('sum.ts') ?? '', join(folder, 'reached')))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...marks: readonly string[]): string {
  const PATH = [process.env['PATH'], ...marks].join(':')
  return spawnSync(process.execPath, [program], { env: { PATH }, encoding: 'utf8' }).stdout.trim()
}

test('a program does what it did where no mutant is on', () => {
  expect(run()).toBe('more')
})

test('the mutant that PATH names is on, alone', () => {
  expect(run(toMutantMark(idOfMinus ?? ''))).toBe('less')
  expect(run(toMutantMark(idOfText ?? ''))).toBe('')
})

test('which switches are reached is written down where PATH says', () => {
  expect(run(toReachMark('one'))).toBe('more')
  const reached = readFileSync(join(folder, 'reached', 'one'), 'utf8').split('\n')
  expect(reached).toContain(idOfMinus)
  expect(reached).toContain(idOfText)
})
