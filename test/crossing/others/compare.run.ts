// Plays the features of the table with the gateways of others and with ours, a program behind each, and writes docs/crossing.md.
import { readFile, writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { test } from 'vitest'
import type { Cell } from '../../matrix/cell.js'
import { layStdio } from '../../matrix/lay-stdio.js'
import { renderMatrix } from '../../matrix/render-matrix.js'
import type { Revision } from '../../wire/revisions.js'
import { crosses } from '../crossing-cells.js'
import { CrossingClient } from '../crossing-client.js'
import { createCrossingServer } from '../crossing-server.js'
import { expectedAnswer } from '../expected-answer.js'
import { features } from '../features.js'
import { normalised } from '../less.js'
import { connectHttp } from './connect-http.js'
import { type Contender, contenders } from './contenders.js'

const document = new URL('../../../docs/crossing.md', import.meta.url)
const block = /(?<=<!-- others -->\n).*(?=<!-- \/others -->)/s
const eras = { legacy: '2025-11-25', modern: '2026-07-28' } as const
const timeLimitMs = 2_000

interface Score {
  equal: number
  played: number
}

test('the gateways of others beside ours', { timeout: 1_200_000 }, async () => {
  const scores = new Map<string, Score>()
  for (const contender of contenders) {
    for (const upstream of Object.values(eras)) await playAll(contender, upstream, scores)
  }
  const cells: Cell[] = features.flatMap(({ name }) =>
    contenders.flatMap((contender) =>
      Object.keys(eras).map((era) => {
        const { equal = 0, played = 0 } = scores.get(keyOf(contender, era, name)) ?? {}
        const column = `${contender.name}, ${era} client`
        return { table: 'Programs behind gateways', row: name, column, outcome: `${equal} of ${played}`, scenarios: 0 }
      }),
    ),
  )
  const text = await readFile(document, 'utf8')
  await writeFile(
    document,
    text.replace(block, () => `\n${renderMatrix(cells, ({ outcome }) => outcome)}\n`),
  )
})

const keyOf = ({ name }: Contender, era: string, feature: string) => `${name} ${era} ${feature}`

async function playAll(contender: Contender, upstream: Revision, scores: Map<string, Score>): Promise<void> {
  const route = await layStdio(createCrossingServer(upstream))
  const served = await contender.serve(route.target as never)
  for (const [era, revision] of Object.entries(eras)) {
    for (const feature of features.filter((each) => crosses(each, revision, upstream))) {
      const client = await withinTime(CrossingClient.open((options) => connectHttp(served.url, options), revision))
      const played = client && (await withinTime(feature.play(client, `${contender.name} ${revision}`)))
      const isEqual = isDeepStrictEqual(normalised(played), await expectedAnswer(feature, revision, upstream))
      if (!isEqual)
        console.log(
          `${contender.name}, ${revision} to ${upstream}, ${feature.name}: ${JSON.stringify(played)?.slice(0, 600)}`,
        )
      const score = scores.get(keyOf(contender, era, feature.name)) ?? { equal: 0, played: 0 }
      score.played += 1
      if (isEqual) score.equal += 1
      scores.set(keyOf(contender, era, feature.name), score)
      client?.close()
    }
  }
  await served.stop()
  await route.close()
}

/** Undefined: it failed, or took too long. */
async function withinTime<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeLimitMs)
  })
  try {
    return await Promise.race([promise.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
