import type { App } from '../state/app.js'

/** What the key for commands is called on this machine. */
export const modifierKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** All keys, for the help. */
export const keyHelp: readonly (readonly [keys: string, what: string])[] = [
  [`${modifierKey} K`, 'Find tools, calls, messages, settings'],
  [`${modifierKey} ↵`, 'Call, read or get what is shown'],
  ['/', 'Filter the list'],
  ['j  k', 'Next, previous in the list'],
  ['[  ]', 'Result before, result after'],
  ['t', 'Timeline: larger, smaller'],
  ['←  →', 'On the lanes: the time shown; with Shift, its length'],
  ['g h', 'History'],
  ['Esc', 'Close, or leave a field'],
  ['?', 'These keys'],
]

/** Listens to the keys that work everywhere. Returns a function that stops it. */
export function listenToKeys(app: App): () => void {
  let lastKey = ''
  const onKeyDown = (event: KeyboardEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey
    if (hasModifier && event.key.toLowerCase() === 'k') return take(event, () => toggle(app.ui.isPaletteOpen))
    if (hasModifier && event.key === 'Enter') return take(event, callShown)
    if (event.key === 'Escape') return leave(app)
    if (hasModifier || event.altKey || isTyping(event.target) || app.ui.isPaletteOpen.value) return
    const action = lastKey === 'g' && event.key === 'h' ? () => app.go({ view: 'history' }) : actions[event.key]
    lastKey = event.key
    if (action !== undefined) take(event, () => action(app))
  }
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

const actions: Readonly<Record<string, ((app: App) => void) | undefined>> = {
  '/': focusFilter,
  '?': ({ ui }) => toggle(ui.isHelpOpen),
  t: ({ ui }) => {
    ui.timeline.value = ui.timeline.value === 'full' ? 'docked' : 'full'
  },
  j: () => moveInList(1),
  k: () => moveInList(-1),
  '[': () => step(-1),
  ']': () => step(1),
}

function take(event: KeyboardEvent, action: () => void): void {
  event.preventDefault()
  action()
}

function toggle(signal: { value: boolean }): void {
  signal.value = !signal.value
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  )
}

/** Closes what is on top, or leaves the field. */
function leave({ ui }: App): void {
  if (ui.isPaletteOpen.value) ui.isPaletteOpen.value = false
  else if (ui.isHelpOpen.value) ui.isHelpOpen.value = false
  else if (isTyping(document.activeElement)) (document.activeElement as HTMLElement).blur()
  else ui.message.value = undefined
}

/** Submits the form in focus, or the one of the view. */
function callShown(): void {
  const own = document.activeElement?.closest('form')
  const form = own ?? document.querySelector<HTMLFormElement>('form[data-call]')
  form?.requestSubmit()
}

/** The filter that is nearest to the focus. */
function focusFilter(): void {
  const near = document.activeElement?.closest('[data-pane]')?.querySelector<HTMLElement>('[data-filter]')
  const filter = near ?? document.querySelector<HTMLElement>('[data-filter]')
  filter?.focus()
}

/** Moves the focus in the list that has it, or in the first one. */
function moveInList(by: number): void {
  const messages = document.activeElement?.closest('[data-list=messages]')
  if (messages !== null && messages !== undefined) return
  const links = [...document.querySelectorAll<HTMLElement>('ul[data-list] a')]
  const focused = links.indexOf(document.activeElement as HTMLElement)
  const current = focused < 0 ? links.findIndex((link) => link.classList.contains('on')) : focused
  links[Math.max(0, Math.min(links.length - 1, current + by))]?.focus()
}

function step(by: number): void {
  document.querySelector<HTMLButtonElement>(`button[data-step="${by}"]`)?.click()
}
