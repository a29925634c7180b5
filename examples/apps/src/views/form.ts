import { connectApp } from '@omniport/app'
import type { sendOrder, startOrder } from '../server.js'

const form = find<HTMLFormElement>('form')
const article = find<HTMLInputElement>('[name=article]')
const count = find<HTMLInputElement>('[name=count]')
const button = find<HTMLButtonElement>('button')
const note = find('p')

const app = await connectApp<typeof startOrder>({ name: 'order-form', version: '1.0.0' })

// The model has filled in what it knows. A person may be quicker than the result.
app.onToolInput((input) => {
  article.value = input.article ?? ''
  count.value = String(input.count ?? 1)
  button.disabled = false
})

// Not `submit`: a host need not allow its frames to submit forms.
button.addEventListener('click', async () => {
  if (!form.reportValidity()) return
  button.disabled = true
  const order = await send().catch(() => undefined)
  if (order === undefined) {
    button.disabled = false
    showNote('The order was not accepted. Please try again.')
    return
  }
  showNote(`Ordered: ${order}`)
  await app.sendMessage(`I have ordered ${order}.`)
})

async function send(): Promise<string | undefined> {
  const args = { article: article.value, count: count.valueAsNumber }
  const result = await app.callTool<typeof sendOrder>('send_order', args)
  return result.isError ? undefined : result.structuredContent.order
}

function showNote(text: string): void {
  note.textContent = text
}

function find<E extends Element>(selector: string): E {
  const element = document.querySelector<E>(selector)
  if (element === null) throw new TypeError(`The page has no ${selector}`)
  return element
}
