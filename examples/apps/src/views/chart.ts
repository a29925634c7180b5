import { connectApp } from '@omniport/app'
import type { showSales } from '../server.js'

const select = find<HTMLSelectElement>('select')
const chart = find<SVGSVGElement>('svg')
const note = find('p')

const app = await connectApp<typeof showSales>({ name: 'sales-chart', version: '1.0.0' })

app.onPartialToolInput(({ region }) => showNote(`Sales of ${region ?? '…'}`))
app.onToolCancelled(() => showNote('Cancelled'))
app.onToolResult((result) => {
  if (result.isError) showNote('The sales are not there.')
  else show(result.structuredContent)
})

select.addEventListener('change', async () => {
  select.disabled = true
  const region = select.value === 'south' ? 'south' : 'north'
  const { months } = app.tool.input ?? {}
  const result = await app.callTool<typeof showSales>('show_sales', { region, months }).catch(() => undefined)
  select.disabled = false
  if (result === undefined || result.isError) return showNote('The sales are not there.')
  show(result.structuredContent)
  await app.updateModelContext({ content: [{ type: 'text', text: `The chart shows the region ${region}.` }] })
})

interface Sales {
  readonly region: string
  readonly sales: readonly { readonly month: string; readonly amount: number }[]
}

function show({ region, sales }: Sales): void {
  const most = Math.max(1, ...sales.map(({ amount }) => amount))
  const width = 100 / Math.max(1, sales.length)
  const bars = sales.map(({ month, amount }, index) => {
    const height = (amount / most) * 100
    const bar = createSvg('rect', { x: index * width + 1, y: 100 - height, width: width - 2, height })
    const title = createSvg('title', {})
    title.textContent = `${month}: ${amount}`
    bar.append(title)
    return bar
  })
  chart.replaceChildren(...bars)
  select.value = region
  showNote(`${sales.length} months, at most ${most}`)
}

function showNote(text: string): void {
  note.textContent = text
}

function createSvg(name: string, attributes: Readonly<Record<string, number>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value.toFixed(2))
  return element
}

function find<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector)
  if (element === null) throw new TypeError(`The page has no ${selector}`)
  return element
}
