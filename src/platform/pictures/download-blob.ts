export function downloadBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the blob only after the click handler has returned, so revoke the address later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
