import { signal } from '@preact/signals'
import { parseRoute, type Route } from '../shell/route.js'
import { FormState } from './form-state.js'

/** On narrow screens one of these is there at a time. */
export type Pane = 'servers' | 'list' | 'work' | 'timeline'

/** What the page remembers on its own: nothing of it is at the server. */
export class UiState {
  readonly route = signal<Route>({ view: 'start' })
  readonly pane = signal<Pane>('work')
  readonly timeline = signal<'docked' | 'full' | 'hidden'>('docked')
  readonly timelineHeight = signal(264)
  readonly isPaletteOpen = signal(false)
  readonly isHelpOpen = signal(false)
  /** The message whose details are open. */
  readonly message = signal<number | undefined>(undefined)
  /** The words of the filter of the timeline. */
  readonly filter = signal('')
  /** The part of the time that was chosen in the lanes. */
  readonly range = signal<TimeRange | undefined>(undefined)
  /** Whether the list stays at its end. */
  readonly isFollowing = signal(true)
  /** Errors of actions, for the person. */
  readonly toasts = signal<readonly Toast[]>([])
  /** The operation that is shown, by the item it is of. */
  readonly shown = signal<ReadonlyMap<string, string>>(new Map())
  readonly #forms = new Map<string, FormState>()
  #toasts = 0

  readHash(hash: string): void {
    this.route.value = parseRoute(hash)
  }

  /** The form of an item: what was typed stays until the page is closed, or the schema changes. */
  formOf(key: string, schema: unknown): FormState {
    const present = this.#forms.get(key)
    if (present !== undefined && JSON.stringify(present.schema) === JSON.stringify(schema)) return present
    const form = new FormState(schema, present?.text.value)
    this.#forms.set(key, form)
    return form
  }

  /** Puts a value into the form of an item. */
  fill(key: string, schema: unknown, value: unknown): void {
    this.formOf(key, schema).text.value = JSON.stringify(value, null, 2)
  }

  show(item: string, operation: string): void {
    this.shown.value = new Map(this.shown.value).set(item, operation)
  }

  toast(text: string, tone: Toast['tone'] = 'error'): void {
    this.#toasts += 1
    this.toasts.value = [...this.toasts.value, { id: this.#toasts, text, tone }].slice(-4)
  }

  dismiss(id: number): void {
    this.toasts.value = this.toasts.value.filter((each) => each.id !== id)
  }
}

export interface TimeRange {
  readonly from: number
  readonly to: number
}

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'info' | 'error'
}
