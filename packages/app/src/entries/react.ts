export { type AppState, useApp } from '../react/use-app.js'
