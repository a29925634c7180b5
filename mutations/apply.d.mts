import type { Mutation } from './mutations.mjs'

export function occurrences(source: string, mutation: Pick<Mutation, 'find'>): number

export function apply(source: string, mutation: Mutation): string
