import { fileURLToPath } from 'node:url'

/** The program that clients over stdio are tried with. */
export const rawServer = fileURLToPath(new URL('../servers/raw-stdio.mjs', import.meta.url))
