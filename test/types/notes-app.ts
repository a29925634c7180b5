import type { Context } from 'omniport'

export interface Notes {
  find(text: string): Promise<readonly { id: string; body: string }[]>
}

export interface App {
  readonly notes: Notes
  readonly owner: string | undefined
}

export type Ctx = Context<App>
