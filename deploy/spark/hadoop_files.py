"""Files of every file system that Hadoop knows, by URI, on the driver and on executors.

`hdfs`, `s3a`, `gs`, `abfs` and a shared folder (`file`) take the same calls. Nothing is ever renamed: object stores copy a folder to rename it, and
a copy that ends halfway looks whole. Errors are py4j's, with Hadoop's message.
"""
import functools
import glob
import os
import shutil


class HadoopFiles:
    def __init__(self, jvm, configuration):
        """jvm: a view of a JVM that has Hadoop's classes; configuration: Hadoop's, with the settings of its file systems"""
        self.jvm, self.configuration = jvm, configuration

    def _open(self, uri):
        """The file system of a URI, and its path there."""
        path = self.jvm.org.apache.hadoop.fs.Path(uri)
        system = path.getFileSystem(self.configuration)
        # Of a local file, Hadoop would leave a hidden checksum beside it.
        system.setWriteChecksum(False)
        return system, path

    def qualified(self, uri):
        """The URI with its scheme: that of the default file system unless it names one."""
        system, path = self._open(uri)
        return system.makeQualified(path).toString()

    def local(self, uri):
        """The path of a file on this machine's file systems, shared ones among them; None if another one has it."""
        system, path = self._open(uri)
        return path.toUri().getPath() if system.getUri().getScheme() == "file" else None

    def exists(self, uri):
        system, path = self._open(uri)
        return system.exists(path)

    def status(self, uri):
        """(URI, whether it is a folder, bytes, time of change) of a file or folder. Raises Py4JJavaError if it does not exist."""
        system, path = self._open(uri)
        return self._entry(system.getFileStatus(path))

    @staticmethod
    def _entry(status):
        return status.getPath().toString(), status.isDirectory(), status.getLen(), status.getModificationTime()

    def listing(self, folder):
        """The status of each entry, by the bytes of its name."""
        system, path = self._open(folder)
        return sorted((self._entry(status) for status in system.listStatus(path)), key=lambda entry: os.fsencode(entry[0]))

    def fetch(self, uri, scratch):
        """A file or folder on this machine: where it is, or a copy in the folder `scratch`."""
        at = self.local(uri)
        if at is None:
            system, path = self._open(uri)
            at = os.path.join(scratch, os.path.basename(uri.rstrip("/")))
            system.copyToLocalFile(False, path, self.jvm.org.apache.hadoop.fs.Path(at), True)
        return at

    def put(self, at, uri):
        """Copies a local file or folder, over what exists."""
        system, path = self._open(uri)
        system.copyFromLocalFile(False, True, self.jvm.org.apache.hadoop.fs.Path("file://" + os.path.abspath(at)), path)

    def touch(self, uri):
        """Creates an empty file. In an object store, it appears at once."""
        system, path = self._open(uri)
        system.create(path).close()

    def make_folder(self, uri):
        system, path = self._open(uri)
        system.mkdirs(path)

    def delete(self, uri):
        """Deletes a file or folder, if it exists."""
        system, path = self._open(uri)
        system.delete(path, True)

    def write(self, uri, text):
        """Replaces a small file."""
        system, path = self._open(uri)
        stream = system.create(path, True)
        stream.write(text.encode())
        stream.close()

    def read(self, uri):
        """The text of a small file."""
        system, path = self._open(uri)
        stream = system.open(path)
        try:
            return bytes(stream.readAllBytes()).decode()
        finally:
            stream.close()


@functools.cache
def on_executor(settings):
    """The files as an executor's Python sees them, which has no JVM of its own: one JVM a Python worker, which Spark uses for many tasks.

    settings: the (name, value) pairs of Hadoop's configuration that the driver was given
    """
    from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway
    from pyspark import SparkFiles
    from pyspark.find_spark_home import _find_spark_home

    jars = os.path.join(os.environ.get("SPARK_HOME") or _find_spark_home(), "jars")
    # What --jars and --packages brought is in the executor's own folder.
    folders = [os.environ.get("HADOOP_CONF_DIR"), os.path.join(jars, "*"), os.path.join(SparkFiles.getRootDirectory(), "*"),
               os.environ.get("SPARK_DIST_CLASSPATH")]
    java = os.path.join(os.environ["JAVA_HOME"], "bin/java") if os.environ.get("JAVA_HOME") else shutil.which("java")
    port, token = launch_gateway(classpath=os.pathsep.join(filter(None, folders)), jarpath=glob.glob(os.path.join(jars, "py4j-*.jar"))[0],
                                 java_path=java, die_on_exit=True, enable_auth=True)
    gateway = JavaGateway(gateway_parameters=GatewayParameters(port=port, auth_token=token, auto_convert=True))
    configuration = gateway.jvm.org.apache.hadoop.conf.Configuration()
    for name, value in settings:
        configuration.set(name, value)
    files = HadoopFiles(gateway.jvm, configuration)
    files.gateway = gateway
    return files
