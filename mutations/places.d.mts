import type { Mutation } from './mutations.mjs'

export const root: string

export function sourceOf(mutation: Pick<Mutation, 'file'>): string

export function testsOf(mutation: Pick<Mutation, 'tests'>): readonly string[]
