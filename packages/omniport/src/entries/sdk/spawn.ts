/** Starting a program, for the package that takes the place of the official SDK. No entry of the published library. */
export { default as spawn } from 'cross-spawn'
