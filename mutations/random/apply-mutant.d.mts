import type { Mutant } from './mutant.mjs'

export function applyMutant(text: string, mutant: Mutant): string

export function originalOf(text: string, mutant: Mutant): string
