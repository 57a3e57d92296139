import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { offline } from './scripts/offline-plugin.js';

export default defineConfig({
  // Relative addresses let the built page live under any path of a static host.
  base: './',
  plugins: [react(), offline()],
  worker: { format: 'es' },
  build: { target: 'es2022', sourcemap: true, chunkSizeWarningLimit: 900 },
  // Vite otherwise finds worker-only dependencies late and reloads the page under the user's hands.
  optimizeDeps: { entries: ['index.html', 'src/workers/*.worker.ts'] },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
