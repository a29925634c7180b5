import { expect, test } from 'vitest'
import { mutations } from '../../mutations/mutations.mjs'
import type { Promised } from '../history/violation.js'
import { runSeeds } from './run-seeds.mjs'

/** Enough for what is broken here; the other ways to break it are tried by `npm run mutations -- simulation`. */
const seeds = 60

test.each<[string, Promised]>([
  ['a stream of a session that is resumed begins one event too early', 'exact-resume'],
  ['streams of a session share what is logged', 'no-crossing'],
  ['the comments of a stream are not stopped with it', 'bounded'],
  ['the progress of one call is told to all that ask for it', 'no-crossing'],
])('the simulation notices that %s', async (name, promise) => {
  const sabotage = mutations.find((mutation) => mutation.name === name)
  if (sabotage === undefined) throw new TypeError(`there is no mutation "${name}"`)
  const { failures } = await runSeeds({ seeds, sabotage, workers: 1 })
  expect(failures.join('\n')).toContain(`[${promise}]`)
})
