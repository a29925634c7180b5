// The server of this library as a module for `omniport serve`, with the stores that it is given.
import { defineOmniport } from './define-omniport.mjs'

export const server = ({ stores, secrets }) => defineOmniport(0, { stores, secrets })
