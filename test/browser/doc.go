// Package browser tests the page of "retrygen simulate --serve" in Chromium. It is
// a separate module, so that nothing else depends on the driver, and its tests
// skip where there is no Chromium. With -update they write the pictures of the
// page in docs.
package browser
