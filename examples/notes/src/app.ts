import type { Context } from 'omniport'
import type { NoteStore } from './note-store.js'

/** What every handler of this server finds as `ctx.app`. */
export interface App {
  readonly notes: NoteStore
}

/** What tools, `read` and `get` are given. */
export type Ctx = Context<App>
