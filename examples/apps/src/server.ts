import { fileURLToPath } from 'node:url'
import { createServer, tool } from 'omniport'
import { appFrom } from 'omniport/node'
import { z } from 'zod'
import { regions, salesOf } from './sales.js'

const pageOf = (name: string) => fileURLToPath(new URL(`../dist/views/${name}.html`, import.meta.url))

const chart = await appFrom(pageOf('chart'), { uri: 'ui://sales/chart', title: 'Sales', prefersBorder: true })
const form = await appFrom(pageOf('form'), { uri: 'ui://sales/order', title: 'Order', prefersBorder: true })

/** A chart of the sales. The view calls the same tool again when somebody picks another region. */
export const showSales = tool({
  description: 'The monthly sales of a region, in thousands.',
  app: chart,
  input: z.object({ region: z.enum(regions).default('north'), months: z.int().min(1).max(6).default(6) }),
  output: z.object({
    region: z.enum(regions),
    sales: z.array(z.object({ month: z.string(), amount: z.number() })).readonly(),
  }),
  annotations: { readOnlyHint: true },
  run: ({ region, months }) => ({ region, sales: salesOf(region, months) }),
})

/** A form with what the model knows already filled in. Nothing is ordered before the person sends it. */
export const startOrder = tool({
  description: 'Show a form to order goods, which the person completes and sends.',
  app: form,
  input: z.object({ article: z.string().default(''), count: z.int().min(1).max(100).default(1) }),
  output: z.object({ article: z.string(), count: z.number() }),
  run: ({ article, count }) => ({ article, count }),
})

/** What the form calls when it is sent. Models do not see it. */
export const sendOrder = tool({
  description: 'Order goods.',
  visibility: ['app'],
  input: z.object({ article: z.string().min(1), count: z.int().min(1).max(100) }),
  output: z.object({ order: z.string() }),
  run: ({ article, count }) => ({ order: `${count} × ${article}` }),
})

export const server = createServer({
  name: 'sales',
  version: '1.0.0',
  tools: { show_sales: showSales, start_order: startOrder, send_order: sendOrder },
})

export default server
