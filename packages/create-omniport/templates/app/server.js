import { randomInt } from 'node:crypto'
import { app, createServer, tool } from 'omniport'
import { z } from 'zod'
import { readPage } from './page.js'

const roll = tool({
  description: 'Rolls a die',
  app: app({ uri: 'ui://dice/page', html: readPage }),
  input: z.object({ sides: z.int().min(2).max(1_000).default(6) }),
  output: z.object({ rolled: z.number() }),
  run: ({ sides }) => ({ rolled: randomInt(sides) + 1 }),
})

export default createServer({ name: 'dice', version: '1.0.0', tools: { roll } })
